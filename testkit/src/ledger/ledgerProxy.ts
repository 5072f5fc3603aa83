// A proxy between a server and its ledger that gives whatever answers a test wants.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type RpcCall = { id: number; method: string; params: unknown[] }

export type Answer = { result: unknown } | { error: unknown }

/** An answer of the ledger's in other words, a status with a text, a socket that says nothing, or one that is cut off. */
export type Reply =
  Answer | { status: number; text: string; headers?: Record<string, string> } | 'silent' | 'cut'

export type Interceptor = (call: RpcCall, forward: () => Promise<Answer>) => Promise<Reply> | Reply

export type LedgerProxy = {
  url: string
  /** The ledger's WebSocket. */
  wsUrl: string
  /** How often each method was called. */
  numCalls: Map<string, number>
  /** Undefined: every answer is the ledger's own. */
  intercept: Interceptor | undefined
  /** Requests and handshakes with other headers are answered 401. */
  isAllowed: ((headers: IncomingHttpHeaders) => boolean) | undefined
  close: () => Promise<void>
}

export async function startLedgerProxy(rpcUrl: string): Promise<LedgerProxy> {
  const open = new Set<ServerResponse>()
  const sockets = new Set<Duplex>()
  const isAllowed = ({ headers }: IncomingMessage) => proxy.isAllowed?.(headers) ?? true
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    if (!isAllowed(request)) {
      response.writeHead(401).end('{"error":{"code":-40100,"message":"Unauthorized"}}')
      return
    }
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => void answer(JSON.parse(text) as RpcCall, response))
  })

  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!isAllowed(request)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
      return
    }
    for (const one of [socket, forwardUpgrade(rpcUrl, request, socket, head)])
      sockets.add(one.on('error', () => undefined).on('close', () => sockets.delete(one)))
  })

  async function answer(call: RpcCall, response: ServerResponse): Promise<void> {
    proxy.numCalls.set(call.method, (proxy.numCalls.get(call.method) ?? 0) + 1)
    const forward = () => askRpc(rpcUrl, call)
    const reply = await Promise.resolve(proxy.intercept?.(call, forward) ?? forward()).catch(
      () => 'cut' as const,
    )
    if (reply === 'silent') return
    if (reply === 'cut') response.socket?.destroy()
    else if ('status' in reply) response.writeHead(reply.status, reply.headers).end(reply.text)
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...reply }))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxy: LedgerProxy = {
    url: `http://${host}`,
    wsUrl: `ws://${host}`,
    numCalls: new Map(),
    intercept: undefined,
    isAllowed: undefined,
    async close() {
      for (const response of open) response.socket?.destroy()
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

/** The same handshake with the ledger; then every byte, both ways. */
function forwardUpgrade(rpcUrl: string, request: IncomingMessage, socket: Socket, head: Buffer): Socket {
  const { hostname, port } = new URL(rpcUrl)
  const { rawHeaders } = request
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  const ledger = connect(Number(port), hostname)
  ledger.write(['GET / HTTP/1.1', ...lines, '', ''].join('\r\n'))
  ledger.write(head)
  ledger.on('close', () => socket.destroy())
  socket.on('close', () => ledger.destroy())
  socket.pipe(ledger).pipe(socket)
  return ledger
}

/** The ledger's own answer. */
export async function askRpc(rpcUrl: string, call: RpcCall): Promise<Answer> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...call }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: unknown }
  return answer.error === undefined ? { result: answer.result } : { error: answer.error }
}
