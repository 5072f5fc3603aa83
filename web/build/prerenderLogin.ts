import { dirname } from 'node:path'
import { createServer, type Plugin } from 'vite'

const ROOT = '<div id="root"></div>'

/** Renders the login into the page, so that it is painted before any script has loaded. */
export function prerenderLogin(entry: string): Plugin {
  return {
    name: 'prerender-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!filename.endsWith('/index.html')) return html
        if (!html.includes(ROOT)) throw new TypeError(`the page has no ${ROOT}`)
        const login = await render(entry, filename)
        // The page's policy refuses style attributes in its markup.
        if (/\sstyle=/.test(login)) throw new TypeError('the login has a style attribute')
        return html.replace(ROOT, `<div id="root">${login}</div>`)
      },
    },
  }
}

async function render(entry: string, page: string): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: dirname(page),
    appType: 'custom',
    mode: 'production',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { prerenderLogin } = await server.ssrLoadModule(entry)
    return (prerenderLogin as () => string)()
  } finally {
    await server.close()
  }
}
