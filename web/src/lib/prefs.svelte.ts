/** What this browser remembers: theme, sound, the person's name. */

type Theme = 'day' | 'candle'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // nothing is lost but the memory of it
  }
}

const asked = new URLSearchParams(location.search).get('theme')
const dark = matchMedia('(prefers-color-scheme: dark)').matches

class Prefs {
  theme = $state<Theme>((asked ?? read('theme') ?? (dark ? 'candle' : 'day')) === 'candle' ? 'candle' : 'day')
  sound = $state(read('sound') === 'on')
  name = $state(read('name') ?? '')

  turn(): void {
    this.theme = this.theme === 'day' ? 'candle' : 'day'
    keep('theme', this.theme)
  }

  hush(): void {
    this.sound = !this.sound
    keep('sound', this.sound ? 'on' : 'off')
  }

  call(name: string): void {
    this.name = name
    keep('name', name)
  }
}

export const prefs = new Prefs()
export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

let audio: AudioContext | undefined

/** Two soft notes, made here: no file. */
export function chime(): void {
  if (!prefs.sound) return
  audio ??= new AudioContext()
  const now = audio.currentTime
  ;[523.25, 783.99].forEach((pitch, i) => {
    const note = audio!.createOscillator(), gain = audio!.createGain()
    note.frequency.value = pitch
    gain.gain.setValueAtTime(0, now + i * 0.13)
    gain.gain.linearRampToValueAtTime(0.07, now + i * 0.13 + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, now + i * 0.13 + 0.7)
    note.connect(gain).connect(audio!.destination)
    note.start(now + i * 0.13)
    note.stop(now + i * 0.13 + 0.8)
  })
}

/** A soft tick. */
export function tock(): void {
  audio ??= new AudioContext()
  const now = audio.currentTime, note = audio.createOscillator(), gain = audio.createGain()
  note.frequency.value = 1180
  gain.gain.setValueAtTime(0.035, now)
  gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.06)
  note.connect(gain).connect(audio.destination)
  note.start(now)
  note.stop(now + 0.07)
}
