/** Icons by name: the interface's signs at once, the game-icons when their chunk is here. */
import { signs } from './signs'

let bodies = $state.raw<Record<string, string>>({})

export const loaded = import('virtual:icons').then((module) => {
  bodies = module.default
})

/** The inside of an svg with a box of 512; signs of the interface begin with "hh-". */
export function body(name: string): string {
  return name.startsWith('hh-') ? (signs[name.slice(3)] ?? '') : (bodies[name] ?? '')
}
