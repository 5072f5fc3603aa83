import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server in front of another: at `/empty` a page of one word with the same styles as the other's login, everything else
 * is the other's, byte for byte.
 */
export async function beforeServer(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const login = await (await fetch(`${url}/login`)).text()
  const styles = [...login.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)].map(([link]) => link).join('')
  if (styles === '') throw new Error('the login has no styles of its own')
  const empty = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>${styles}</head><body><p>Empty</p></body></html>`
  const server = createServer((asked, answer) => {
    if (asked.url === '/empty') {
      answer.writeHead(200, { 'content-type': 'text/html' }).end(empty)
      return
    }
    const { method, headers } = asked
    const passed = request(new URL(asked.url ?? '/', url), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
