/** How a heap lies: every piece has its place by its own id and by how often the heap was stirred, whatever lies around. */
import { size, type Cells } from './tiles'

export interface Spot { x: number; y: number; lie: number; stand: boolean; tilt: number } // x, y in the unit circle

function stream(seed: string): () => number {
  let a = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) a = Math.imul(a ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const TRIES = 14

/** Spreads pieces over the unit circle, each at the best of some places, largest first. */
export function spread(all: [string, Cells][], stir: number): Map<string, Spot> {
  const spots = new Map<string, Spot>()
  const lying: { x: number; y: number; r: number }[] = []
  const order = [...all].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  for (const [id, cells] of order) {
    const rng = stream(`${id}#${stir}`)
    const r = Math.sqrt(cells.length)
    let best: { x: number; y: number } = { x: 0, y: 0 }, most = -1e9
    for (let i = 0; i < TRIES; i++) {
      const far = Math.sqrt(rng()) * (1 - 0.05 * r), a = rng() * 2 * Math.PI
      const at = { x: Math.cos(a) * far, y: Math.sin(a) * far }
      const room = Math.min(0.4, ...lying.map((o) => Math.hypot(o.x - at.x, o.y - at.y) - 0.055 * (o.r + r)))
      if (room > most) { most = room; best = at }
    }
    lying.push({ ...best, r })
    spots.set(id, { ...best, lie: Math.floor(rng() * 4), stand: rng() < 0.3 && Math.abs(best.x) > 0.5, tilt: (rng() * 2 - 1) * 24 })
  }
  return spots
}

/** In degrees; long pieces lie across, so that they do not stick out above and below. */
export function turnOf(spot: Spot, cells: Cells): number {
  const { h, w } = size(cells)
  const long = Math.max(h, w) > 2 && h !== w
  return (long ? (w > h ? 0 : 90) + (spot.stand ? 90 : 0) + (spot.lie % 2) * 180 : spot.lie * 90) + spot.tilt
}

/** The side of a cell, so that the pieces cover about as much as the ellipse holds. */
export const cellOf = (width: number, height: number, squares: number, most: number, least: number): number =>
  Math.max(least, Math.min(most, Math.floor(Math.sqrt((1.12 * width * height * 0.785) / Math.max(1, squares)))))
