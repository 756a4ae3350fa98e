/** Charts are drawn once, away from the page's own thread, and kept under the hash of what they show. */
import type { Map as SceneMap } from '../wire'
import { VERSION, type Chart, type ChartData } from './chart'

const held = new Map<string, Promise<Chart>>()

/** What a chart is drawn from: nothing that moves. */
export function ground(map: SceneMap): ChartData {
  return {
    width: map.width ?? 0,
    height: map.height ?? 0,
    spaces: (map.spaces ?? []).map((s) => ({ id: s.id, x: s.x, y: s.y, kind: s.kind, region: s.region, name: s.name ?? '', icon: s.icon ?? '' })),
    roads: map.roads ?? [],
    regions: map.regions ?? {},
  }
}

/** A short hash (FNV-1a, twice) that names a chart. */
export function nameOf(data: ChartData): string {
  const text = JSON.stringify(data)
  let a = 0x811c9dc5, b = 0x1b873593
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b)
  }
  return `chart-${VERSION}-${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}

export function chart(map: SceneMap): Promise<Chart> {
  const data = ground(map), name = nameOf(data)
  const got = held.get(name)
  if (got) return got
  const made = kept(name) ?? drawn(data, name)
  held.set(name, made)
  return made
}

function kept(name: string): Promise<Chart> | undefined {
  try {
    const text = localStorage.getItem(name)
    return text ? Promise.resolve(JSON.parse(text) as Chart) : undefined
  } catch {
    return undefined
  }
}

function drawn(data: ChartData, name: string): Promise<Chart> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./chart.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = (event: MessageEvent<Chart>) => {
      worker.terminate()
      resolve(event.data)
      try {
        for (const key of Object.keys(localStorage)) if (key.startsWith('chart-') && !key.startsWith(`chart-${VERSION}-`)) localStorage.removeItem(key)
        localStorage.setItem(name, JSON.stringify(event.data))
      } catch {
        // a full or forbidden store only costs a second next time
      }
    }
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(data)
  })
}
