/** Icons by name: the interface's signs at once; of the game-icons only those that are drawn, asked for together. */
import { SvelteMap } from 'svelte/reactivity'
import version from 'virtual:icons'
import { keep } from './prefs.svelte'
import { signs } from './signs'

const MOST = 150 // names in one question
const SHELF = `icons-${version}`
const bodies = new SvelteMap<string, string>(shelved())
const asked = new Set<string>()
let wanted: string[] = []

function shelved(): [string, string][] {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('icons-') && key !== SHELF) localStorage.removeItem(key)
    return Object.entries(JSON.parse(localStorage.getItem(SHELF) ?? '{}') as Record<string, string>)
  } catch {
    return []
  }
}

async function fetchThem(): Promise<void> {
  const names = wanted.sort()
  wanted = []
  for (let i = 0; i < names.length; i += MOST) {
    const some = names.slice(i, i + MOST)
    try {
      const answer = await fetch(`/api/icons?v=${version}&names=${some.join()}`)
      if (!answer.ok) throw new Error(String(answer.status))
      for (const [name, body] of Object.entries((await answer.json()) as Record<string, string>)) bodies.set(name, body)
    } catch {
      setTimeout(() => some.forEach((name) => asked.delete(name)), 3000) // whoever draws it next asks again
    }
  }
  keep(SHELF, JSON.stringify(Object.fromEntries(bodies)))
}

/** The inside of an svg with a box of 512; signs of the interface begin with "hh-". */
export function body(name: string): string {
  if (name.startsWith('hh-')) return signs[name.slice(3)] ?? ''
  const got = bodies.get(name)
  if (got === undefined && name && !asked.has(name)) {
    asked.add(name)
    if (!wanted.length) queueMicrotask(fetchThem)
    wanted.push(name)
  }
  return got ?? ''
}
