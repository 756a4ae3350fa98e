/** A linocut from an icon and a palette: sky, band, sun with rays, two ridges; seeded by the card. */

export interface Palette { sky: string; band: string; sun: string; ridge: string; ground: string; print: string; ink: string }

const palette = (sky: string, band: string, sun: string, ridge: string, ground: string, print: string, ink: string): Palette => ({ sky, band, sun, ridge, ground, print, ink })

export const PALETTES: Record<string, Palette> = {
  dawn: palette('#f2c79a', '#f7dcb4', '#fff1cf', '#c98f74', '#8a4f47', '#fff1d6', '#33191c'),
  day: palette('#a9cbd0', '#cfe1d6', '#fdf3d3', '#7ea28f', '#43695c', '#f6f3dc', '#17302f'),
  dusk: palette('#6b5a86', '#c98a86', '#ffd79a', '#54406b', '#2f2444', '#ffd9b0', '#150e22'),
  gold: palette('#d9a441', '#eec670', '#fff0bd', '#a8712a', '#6b4318', '#fff0c4', '#2b1806'),
  frost: palette('#b5ccd8', '#d9e6e8', '#ffffff', '#86a3b4', '#4c6c84', '#ffffff', '#16283a'),
  gloom: palette('#4b3a52', '#6f5670', '#d9c4a0', '#382a3f', '#22182a', '#d8bfd8', '#0c0710'),
  fire: palette('#b23a24', '#e0803a', '#ffd982', '#6e1f1f', '#3c1216', '#ffd08a', '#170507'),
  wood: palette('#a9bd86', '#cdd6a0', '#f6efc5', '#5f8059', '#2f5240', '#eef0c8', '#12261d'),
  sand: palette('#e9c27f', '#f3dba5', '#fff4cf', '#c08a4d', '#82512c', '#fff0c8', '#35190c'),
  sea: palette('#8fbcc4', '#bcd9d4', '#fdf3d3', '#4f8a94', '#275a68', '#eaf5ec', '#0c2730'),
  night: palette('#1f3350', '#34506f', '#f3e3b4', '#182941', '#0f1a2c', '#9fc0d8', '#060b15'),
}

const SUNS: [number, number, number][] = [[30, 26, 14], [70, 24, 13], [50, 25, 17]]

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

const made = new Map<string, string>()

/** The inside of an svg of 100 by 72. */
export function linocut(icon: string, palette: string, seed: string): string {
  const key = `${icon}|${palette}|${seed}`
  const kept = made.get(key)
  if (kept !== undefined) return kept
  const p = PALETTES[palette] ?? PALETTES.day
  const rng = stream(seed)
  const [sx, sy, r] = SUNS[Math.floor(rng() * 3)]
  const at = (a: number, k: number): string => `${(sx + k * Math.cos(a)).toFixed(0)} ${(sy + k * Math.sin(a)).toFixed(0)}`
  const rays = Array.from({ length: 18 }, (_, i) => { const a = (i * Math.PI) / 9; return `M${at(a, r + 4)}L${at(a, r + 11)}` }).join('')
  const ridge = (steps: number, base: number, tall: number): string =>
    Array.from({ length: steps + 1 }, (_, i) => `L${Math.round((i * 100) / steps)} ${Math.round(base + rng() * tall)}`).join('')
  const far = ridge(7, 41, 12), near = ridge(5, 56, 8)
  const cuts = Array.from({ length: 10 }, (_, i) => `M${i * 11 - 4} ${Math.round(62 + rng() * 8)}l${Math.round(8 + rng() * 10)} ${Math.round(rng() * 2 - 1)}`).join('')
  const text =
    `<rect width="100" height="72" fill="${p.sky}"/><path d="M0 34Q26 29 52 34T100 33V72H0Z" fill="${p.band}"/>` +
    `<path d="${rays}" stroke="${p.sun}" stroke-width="1.3" stroke-linecap="round" opacity=".7"/><circle cx="${sx}" cy="${sy}" r="${r}" fill="${p.sun}"/>` +
    `<path d="M0 72${far}L100 72Z" fill="${p.ridge}"/><path d="M0 72${near}L100 72Z" fill="${p.ground}"/>` +
    `<path d="${cuts}" stroke="${p.ridge}" stroke-width=".9" stroke-linecap="round" opacity=".8"/>` +
    (icon ? `<g transform="translate(23.2 8.2) scale(.1055)" fill="${p.print}">${icon}</g><g transform="translate(24 9.4) scale(.1055)" fill="${p.ink}">${icon}</g>` : '')
  if (made.size > 800) made.clear()
  if (icon) made.set(key, text)
  return text
}
