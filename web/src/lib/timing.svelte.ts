/** A timer of the table as it runs here. */
import type { Timer } from '../wire'
import type { Table } from './table.svelte'
import { prefs, tock } from './prefs.svelte'

export class Running {
  at = $state(0) // milliseconds since it began
  left = $state(0) // until it ends
  long = $state(0)
  #last = -1
  #began: { ends: number; at: number } | null = null // seen, where the table does not say

  constructor(table: Table, timer: () => Timer) {
    $effect(() => {
      const look = () => {
        const t = timer(), now = t.stopped || table.now(), ends = t.ends ?? 0
        if (!t.began && this.#began?.ends !== ends) this.#began = { ends, at: now }
        const began = t.began || (this.#began?.at ?? 0)
        const at = Math.max(0, (ends ? Math.min(now, ends) : now) - began)
        this.long = ends ? ends - began : 0
        this.left = ends ? Math.max(0, ends - now) : 0
        const whole = Math.floor(at / 1000)
        if (whole === this.#last) return
        this.#last = whole
        this.at = at
        if (prefs.sound && ends && !t.stopped && at > this.long * 0.9 && at < this.long) tock()
      }
      this.#last = -1
      look()
      const beat = setInterval(look, 200)
      return () => clearInterval(beat)
    })
  }
}
