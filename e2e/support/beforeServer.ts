import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server in front of another: at `/empty` a page of one word with the styles and the headers of the other's login, asked
 * of the other as the login is. Everything else is the other's, byte for byte. So the two differ in what they hold alone.
 */
export async function beforeServer(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const login = await (await fetch(`${url}/login`)).text()
  const styles = [...login.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)].map(([link]) => link).join('')
  if (styles === '') throw new Error('the login has no styles of its own')
  const empty = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>${styles}</head><body><p>Empty</p></body></html>`
  const server = createServer((asked, answer) => {
    const { method, headers } = asked
    const isEmpty = asked.url === '/empty'
    const passed = request(
      new URL(isEmpty ? '/login' : (asked.url ?? '/'), url),
      { method, headers },
      (found) => {
        if (isEmpty) {
          const { 'content-encoding': _packed, 'content-length': _long, etag: _tag, ...same } = found.headers
          found.resume().on('end', () => answer.writeHead(found.statusCode ?? 502, same).end(empty))
          return
        }
        answer.writeHead(found.statusCode ?? 502, found.headers)
        found.pipe(answer)
      },
    )
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
