import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { answerCall, isCall, refusal, type RpcAnswer, type RpcCall } from './answerCall.ts'
import { RpcError } from './createRpc.ts'
import { isLocalRequest } from './isLocalRequest.ts'
import type { Ledger } from './openLedger.ts'

const largestBody = 8 * 1024 * 1024

/** JSON-RPC over HTTP POST, single calls and batches. `ledger` may still be opening. */
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

/** Each in its turn, so that a batch's transactions keep their order. */
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
  // To its end before a byte is passed on: an anvil that is killed meanwhile leaves no half answer.
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
