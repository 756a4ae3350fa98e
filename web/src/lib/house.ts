import type { Box } from '../wire'

/** An action: the element wears the colours of a game's box. */
export function dressed(node: HTMLElement, box: Box | undefined) {
  const wear = (box: Box | undefined) => {
    node.toggleAttribute('data-dressed', !!box)
    for (const [n, what] of ['game', 'wash'].entries())
      for (const theme of ['day', 'candle'] as const)
        if (box) node.style.setProperty(`--${what}-${theme}`, box[theme][n])
        else node.style.removeProperty(`--${what}-${theme}`)
  }
  wear(box)
  return { update: wear }
}

export const BOT_TEMPER: Record<string, string> = { easy: 'careless', normal: 'steady', hard: 'sharp', greedy: 'steady', random: 'whimsical' }
/** A time to decide in words. */
export const think = (seconds: number): string => (!seconds ? 'as long as you like' : seconds < 3600 ? `${Math.round(seconds / 60)} min` : seconds < 86400 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} days`)
