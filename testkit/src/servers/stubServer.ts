// A small HTTP server for the tests of this room: it keeps what arrived and answers what the test tells it to.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { method: string; target: string; headers: IncomingHttpHeaders; body: string }
export type Responder = (received: ReceivedRequest, response: ServerResponse) => void

export type StubServer = {
  baseUrl: string
  received: ReceivedRequest[]
  /** What the next requests are answered with; the last one stays. */
  responders: Responder[]
  close: () => Promise<void>
}

/** An answer with a JSON body. */
export const jsonResponse =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

export async function startStubServer(): Promise<StubServer> {
  const received: ReceivedRequest[] = []
  const responders: Responder[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      received.push(one)
      const answer = responders.length > 1 ? responders.shift() : responders[0]
      if (answer === undefined) response.writeHead(500).end()
      else answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received: received,
    responders: responders,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
