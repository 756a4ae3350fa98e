import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** `import icons from 'virtual:icons'`: only the game-icons that icons.json names. */
function icons(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'icons',
    resolveId: (id) => (id === 'virtual:icons' ? '\0icons' : undefined),
    load(id) {
      if (id !== '\0icons') return
      const set = JSON.parse(readFileSync(require.resolve('@iconify-json/game-icons/icons.json'), 'utf8'))
      const names: string[] = JSON.parse(readFileSync(new URL('icons.json', import.meta.url), 'utf8'))
      const picked = names.map((name) => {
        const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent]
        if (!icon) this.error(`no game-icon named ${name}`)
        return [name, icon.body.replaceAll(' fill="currentColor"', '')]
      })
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(picked)))})`
    },
  }
}

const server = process.env.HEARTHSIDE_SERVER ?? 'http://127.0.0.1:8600'

export default defineConfig({
  plugins: [svelte(), icons()],
  publicDir: process.env.HEARTHSIDE_SAMPLES ?? 'public',
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    outDir: fileURLToPath(new URL('../src/hearthside/server/static', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0, // no data: addresses, for a strict content policy
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
})
