/** How a game's box looks on the shelf; games without an entry get a plain one. */
export interface Box { emblem: string; icon: string; palette: string; length: string }

const BOXES: Record<string, Box> = {
  novus: { emblem: 'compass', icon: 'mounted-knight', palette: 'sea', length: '45–90 min' },
  lastsecond: { emblem: 'hourglass', icon: 'backpack', palette: 'gold', length: '20 min' },
  nowornever: { emblem: 'village', icon: 'medieval-village-01', palette: 'day', length: '90–180 min' },
  heropath: { emblem: 'dragon-head', icon: 'spiked-dragon-head', palette: 'fire', length: '60–180 min' },
  evershade: { emblem: 'evil-moon', icon: 'forest', palette: 'night', length: 'a campaign' },
}

export const emblems = (game: string): Box => BOXES[game] ?? { emblem: 'small-fire', icon: 'treasure-map', palette: 'dusk', length: '' }
export const BOT_TEMPER: Record<string, string> = { easy: 'careless', normal: 'steady', hard: 'sharp', greedy: 'steady', random: 'whimsical' }
/** A time to decide in words. */
export const think = (seconds: number): string => (!seconds ? 'as long as you like' : seconds < 3600 ? `${Math.round(seconds / 60)} min` : seconds < 86400 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} days`)
