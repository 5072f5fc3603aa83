import { request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import type { RawData } from 'ws'
import { answerCall, isCall, refusal } from './calls.ts'
import type { RpcAnswer, RpcCall } from './calls.ts'
import type { Ledger } from './openLedger.ts'
import { RpcError } from './rpc.ts'

const largestBody = 8 * 1024 * 1024

/** JSON-RPC over HTTP POST, for single calls and batches. `ledger` may still be opening. */
export function serveHttp(server: Server, ledger: Promise<Ledger>): void {
  server.on('request', (incoming, outgoing) => {
    answer(incoming, outgoing, ledger).catch((error: unknown) => {
      if (outgoing.headersSent) outgoing.destroy()
      else reply(outgoing, 503, refusal(null, error))
    })
  })
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, ledger: Promise<Ledger>) {
  if (!isLocalRequest(incoming))
    return reply(outgoing, 403, refusal(null, new RpcError(-32600, 'not for web pages')))
  if (incoming.method !== 'POST') return reply(outgoing, 405, refusal(null, new RpcError(-32600, 'use POST')))
  const body = await readBody(incoming)
  if (body === undefined)
    return reply(outgoing, 413, refusal(null, new RpcError(-32600, 'the body is too large')))
  const message = parseBody(body)
  const gone = goneSignal(outgoing)
  if (Array.isArray(message)) return reply(outgoing, 200, await answerAll(await ledger, message, gone))
  if (!isCall(message))
    return reply(outgoing, 400, refusal(null, new RpcError(-32700, 'not a JSON-RPC call')))
  const own = await answerCall(await ledger, message, false)
  if (own) return reply(outgoing, 200, own)
  return send(outgoing, 200, await forward(await ledger, body, gone))
}

/** Aborts once the caller closes the connection. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  return gone.signal
}

/** One after the other, so that a batch's transactions stay in order. */
async function answerAll(ledger: Ledger, calls: unknown[], gone: AbortSignal): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const call of calls) {
    if (isCall(call))
      answers.push((await answerCall(ledger, call, false)) ?? (await read(ledger, call, gone)))
    else answers.push(refusal(null, new RpcError(-32600, 'not a JSON-RPC call')))
  }
  return answers
}

async function read(ledger: Ledger, call: RpcCall, gone: AbortSignal): Promise<unknown> {
  return parseBody(await forward(ledger, Buffer.from(JSON.stringify(call)), gone))
}

function forward(ledger: Ledger, body: Buffer, gone: AbortSignal): Promise<Buffer> {
  return ledger.read((port) => post(port, body, gone), gone)
}

async function post(port: number, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'POST', headers, signal }, resolve)
      .on('error', reject)
      .end(body)
  })
  // Read the whole answer first: an anvil that is killed meanwhile must not leave half an answer.
  return (await readBody(response, Infinity)) ?? Buffer.alloc(0)
}

async function readBody(stream: IncomingMessage, limit = largestBody): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function reply(outgoing: ServerResponse, status: number, body: RpcAnswer | unknown[]): void {
  send(outgoing, status, Buffer.from(JSON.stringify(body)))
}

function send(outgoing: ServerResponse, status: number, body: Buffer): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
  outgoing.end(body)
}

/** JSON-RPC over WebSocket: each client has its own connection to anvil, for its subscriptions. */
export function serveWebSocket(server: Server, ledger: Promise<Ledger>): { closeAll(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 8 * 1024 * 1024 })
  server.on('upgrade', (incoming, socket, head) => {
    if (!isLocalRequest(incoming)) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    else sockets.handleUpgrade(incoming, socket, head, (client) => void serve(client, ledger))
  })
  return {
    /** Subscriptions are lost with anvil, so clients must reconnect. */
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

/**
 * Whether a request comes from a program on this machine. A web page can reach a loopback port too, but it has an Origin
 * header or, after DNS rebinding, another Host header.
 */
function isLocalRequest({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return headers.origin === undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}
