// The reverse proxy of a host, as docs/operating.md wants it: it ends TLS, and passes everything on as it is.
// `node proxy.ts CERTIFICATE KEY`, in the host's namespace.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'

const [certificate = '', key = ''] = process.argv.slice(2)

createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (incoming, answer) => {
  const { method, url: path, headers, socket } = incoming
  const outgoing = request(
    {
      host: '127.0.0.1',
      port: 4000,
      method,
      path,
      headers: { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' },
    },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    },
  )
  outgoing.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}).listen(443)
