import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const STYLES = /^\s*<link rel="stylesheet"[^>]*>\n/gm
const FIRST_SCRIPT = /^\s*<script /m
const SCRIPTS = /<script type="module"[^>]*\ssrc="([^"]+)"><\/script>/g

/**
 * The built pages load only styles before the first paint, and ask for them first. Scripts, which would share a slow connection and
 * processor with them, are only listed; `public/theme.js` loads them after the paint.
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
        const early = styles.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'))
        const end = styles.map((link) => `  ${link.trim()}\n  `).join('')
        return html
          .replaceAll(STYLES, '')
          .replaceAll(SCRIPTS, '<link data-client crossorigin href="$1">')
          .replace(FIRST_SCRIPT, (first) => early.join('') + first)
          .replace('</head>', (head) => end + head)
      },
    },
  }
}
