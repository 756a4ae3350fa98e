/** Components that only some tables need, fetched by those. */
import type { Component } from 'svelte'

export class Later<C> {
  #it = $state.raw<C>()
  #load: () => Promise<{ default: C }>
  #asked = false

  constructor(load: () => Promise<{ default: C }>) {
    this.#load = load
  }

  /** The component when it is here; asking for it fetches it. */
  get it(): C | undefined {
    if (!this.#asked) {
      this.#asked = true
      this.#load().then(
        (module) => (this.#it = module.default),
        () => (this.#asked = false),
      )
    }
    return this.#it
  }
}

export const later = <C extends Component<never>>(load: () => Promise<{ default: C }>): Later<C> => new Later(load)
