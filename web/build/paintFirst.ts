import type { Plugin } from 'vite'

const STYLES = /^\s*<link rel="stylesheet"[^>]*>\n/gm
const SCRIPT = /<script type="module"/

/**
 * In the built pages the styles come before the scripts, which may wait: what is painted first needs the ones alone, and
 * shares a slow line with the others.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = html.match(STYLES) ?? []
        const rest = html.replaceAll(STYLES, '').replaceAll(new RegExp(SCRIPT, 'g'), '$& fetchpriority="low"')
        const at = SCRIPT.exec(rest)?.index ?? rest.indexOf('</head>')
        return rest.slice(0, at) + styles.map((link) => `${link.trim()}\n    `).join('') + rest.slice(at)
      },
    },
  }
}
