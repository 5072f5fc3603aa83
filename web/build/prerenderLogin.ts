import { dirname } from 'node:path'
import { createServer, type Plugin } from 'vite'

const PLACE = '<div id="root"></div>'

/** Writes the login, as its own components render it, into the page: it is painted before any script has come. */
export function prerenderLogin(entry: string): Plugin {
  return {
    name: 'prerender-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!filename.endsWith('/index.html')) return html
        if (!html.includes(PLACE)) throw new TypeError(`the page has no ${PLACE}`)
        const door = await render(entry, filename)
        // The policy of the page refuses style attributes in its markup.
        if (/\sstyle=/.test(door)) throw new TypeError('the login has a style attribute')
        return html.replace(PLACE, `<div id="root">${door}</div>`)
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
