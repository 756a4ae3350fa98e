import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** Writes icons.json, the game-icons that web/icons.json names, for the server to give out by name; `virtual:icons` is its hash. */
function icons(): Plugin {
  const require = createRequire(import.meta.url)
  const set = JSON.parse(readFileSync(require.resolve('@iconify-json/game-icons/icons.json'), 'utf8'))
  const names: string[] = JSON.parse(readFileSync(new URL('icons.json', import.meta.url), 'utf8'))
  const picked = names.map((name) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent]
    if (!icon) throw new Error(`no game-icon named ${name}`)
    return [name, icon.body.replaceAll(' fill="currentColor"', '')]
  })
  const source = JSON.stringify(Object.fromEntries(picked))
  const version = createHash('sha256').update(source).digest('hex').slice(0, 10)
  return {
    name: 'icons',
    resolveId: (id) => (id === 'virtual:icons' ? '\0icons' : undefined),
    load: (id) => (id === '\0icons' ? `export default ${JSON.stringify(version)}` : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'icons.json', source })
    },
  }
}

/** The two faces that every screen needs are asked for with the page itself. */
function preload(): Plugin {
  const FIRST = [/alegreya-latin-700-normal.*woff2$/, /alegreya-sans-latin-400-normal.*woff2$/]
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FIRST.some((face) => face.test(name)))
          .map((name) => ({ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' }, injectTo: 'head' as const })),
    },
  }
}

const server = process.env.HEARTHSIDE_SERVER ?? 'http://127.0.0.1:8600'

export default defineConfig({
  plugins: [svelte(), icons(), preload()],
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
