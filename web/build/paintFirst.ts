import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const STYLES = /^\s*<link rel="stylesheet"[^>]*>\n/gm
const SCRIPTS = /<script type="module"[^>]*\ssrc="([^"]+)"><\/script>/g

/**
 * The built pages load only styles before the first paint. Scripts, which would share a slow connection and processor with
 * them, are only listed; `public/theme.js` loads them after the paint.
 */
export function paintFirst(): Plugin {
  let script = ''
  return {
    name: 'paint-first',
    apply: 'build',
    configResolved: ({ root, build }) => {
      script = join(root, build.outDir, 'theme.js')
    },
    // The page waits for this script: drop its comments.
    async writeBundle() {
      const lines = (await readFile(script, 'utf8')).split('\n')
      await writeFile(script, lines.filter((line) => !/^\s*\/\//.test(line)).join('\n'))
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = html.match(STYLES) ?? []
        const rest = html
          .replaceAll(STYLES, '')
          .replaceAll(SCRIPTS, '<link data-client crossorigin href="$1">')
        const at = rest.indexOf('</head>')
        return rest.slice(0, at) + styles.map((link) => `  ${link.trim()}\n  `).join('') + rest.slice(at)
      },
    },
  }
}
