import type { Server } from 'node:http'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { answerCall, isCall, refusal } from './answerCall.ts'
import { RpcError } from './createRpc.ts'
import { isLocalRequest } from './isLocalRequest.ts'
import type { Ledger } from './openLedger.ts'

/** JSON-RPC over WebSocket: each client has a connection to anvil of its own, for its subscriptions. */
export function serveWebSocket(server: Server, ledger: Promise<Ledger>): { closeAll(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 8 * 1024 * 1024 })
  server.on('upgrade', (incoming, socket, head) => {
    if (!isLocalRequest(incoming)) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    else sockets.handleUpgrade(incoming, socket, head, (client) => void serve(client, ledger))
  })
  return {
    /** With anvil gone the subscriptions are too: clients are told to connect again. */
    closeAll: () => sockets.clients.forEach((client) => client.close(...starting)),
  }
}

const starting = [1012, 'the ledger is starting again'] as const

async function serve(client: WebSocket, ledger: Promise<Ledger>): Promise<void> {
  client.on('error', () => client.terminate())
  try {
    await connect(client, ledger)
  } catch {
    client.close(...starting)
  }
}

async function connect(client: WebSocket, opening: Promise<Ledger>): Promise<void> {
  const early: RawData[] = []
  const keep = (data: RawData) => early.push(data)
  client.on('message', keep)
  const ledger = await opening
  const upstream = await ledger.read(dial)
  upstream.on('message', (data) => client.send(textOf(data)))
  upstream.on('close', () => client.close(...starting))
  upstream.on('error', () => upstream.terminate())
  client.on('close', () => upstream.close())
  if (client.readyState !== WebSocket.OPEN) upstream.close()
  client.off('message', keep)
  client.on('message', (data) => void pass(data))
  for (const data of early) void pass(data)

  async function pass(data: RawData): Promise<void> {
    const text = textOf(data)
    const call = parseFrame(text)
    if (!isCall(call)) return send(refusal(null, new RpcError(-32600, 'not a single JSON-RPC call')))
    const own = await answerCall(ledger, call, true)
    if (own) send(own)
    else if (upstream.readyState === WebSocket.OPEN) upstream.send(text)
  }

  function send(value: unknown): void {
    if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify(value))
  }
}

function dial(port: number): Promise<WebSocket> {
  const upstream = new WebSocket(`ws://127.0.0.1:${port}`)
  return new Promise((resolve, reject) =>
    upstream.once('open', () => resolve(upstream)).once('error', reject),
  )
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}

function parseFrame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
