// A proxy between a server and its ledger that gives whatever answers a test wants.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcCall = { id: number; method: string; params: unknown[] }

export type Answer = { result: unknown } | { error: unknown }

/** An answer of the ledger's in other words, a status with a text, a socket that says nothing, or one that is cut off. */
export type Reply = Answer | { status: number; text: string } | 'silent' | 'cut'

export type Interceptor = (call: RpcCall, forward: () => Promise<Answer>) => Promise<Reply> | Reply

export type LedgerProxy = {
  url: string
  /** How often each method was called. */
  numCalls: Map<string, number>
  /** Undefined: every answer is the ledger's own. */
  intercept: Interceptor | undefined
  close: () => Promise<void>
}

export async function startLedgerProxy(rpcUrl: string): Promise<LedgerProxy> {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => void answer(JSON.parse(text) as RpcCall, response))
  })

  async function answer(call: RpcCall, response: ServerResponse): Promise<void> {
    proxy.numCalls.set(call.method, (proxy.numCalls.get(call.method) ?? 0) + 1)
    const forward = () => askRpc(rpcUrl, call)
    const reply = await Promise.resolve(proxy.intercept?.(call, forward) ?? forward()).catch(
      () => 'cut' as const,
    )
    if (reply === 'silent') return
    if (reply === 'cut') response.socket?.destroy()
    else if ('status' in reply) response.writeHead(reply.status).end(reply.text)
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...reply }))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: LedgerProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    numCalls: new Map(),
    intercept: undefined,
    async close() {
      for (const response of open) response.socket?.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
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
