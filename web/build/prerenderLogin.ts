import { dirname } from 'node:path'
import type { ComponentType } from 'react'
import { createServer, type Plugin } from 'vite'
import { classNames } from './classNames.ts'

const ROOT = '<div id="root"></div>'

/**
 * Renders the login, the client's first page for a new visitor, into the page, so that it is painted before any script has
 * loaded. `prerenderLogin('/src/app/Root.tsx')`: the module of the root component, as its export `Root`.
 */
export function prerenderLogin(root: string): Plugin {
  return {
    name: 'prerender-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!filename.endsWith('/index.html')) return html
        if (!html.includes(ROOT)) throw new TypeError(`the page has no ${ROOT}`)
        const login = await render(root, filename)
        // The page's policy refuses style attributes in its markup.
        if (/\sstyle=/.test(login)) throw new TypeError('the login has a style attribute')
        return html.replace(ROOT, `<div id="root">${login}</div>`)
      },
    },
  }
}

async function render(root: string, page: string): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: dirname(page),
    appType: 'custom',
    mode: 'production',
    css: classNames,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { Root } = await server.ssrLoadModule(root)
    // The same copies of React as the component's, of the same mode.
    const [{ createElement }, { renderToString }] = await Promise.all([
      import('react'),
      import('react-dom/server'),
    ])
    return renderToString(createElement(Root as ComponentType))
  } finally {
    await server.close()
  }
}
