// Web3Signer's API for secp256k1 keys, with its answers, its refusals and its way of naming keys (openapi-specs/eth1 of
// Consensys/web3signer): what is signed is the keccak-256 of the data, and a key is named by its public key.
import { createServer as createHttp } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { keccak256, serializeSignature } from 'viem'
import type { Hex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type Web3Signer = {
  url: string
  /** The paths of all requests, in order. */
  paths: string[]
  /** What was signed, in order. */
  signed: Hex[]
  /** Answers of the next requests in place of its own. */
  faults: Answer[]
  /** Its keys; what is removed here is unloaded. */
  keys: Hex[]
  /** Ends it and its connections. */
  stop: () => Promise<void>
}

export type Web3SignerOptions = {
  keys: Hex[]
  port?: number
  /** What each request must carry, as a proxy before it may demand. */
  authorization?: string
  /** With `ca`, clients need a certificate of it. */
  tls?: { key: string; cert: string; ca?: string }
}

/** `const signer = await startWeb3Signer({ keys: [key] })` */
export async function startWeb3Signer(options: Web3SignerOptions): Promise<Web3Signer> {
  const state = { paths: [] as string[], signed: [] as Hex[], faults: [] as Answer[], keys: options.keys }
  const listener: Answer = (request, response) => {
    state.paths.push(request.url ?? '')
    const fault = state.faults.shift()
    if (fault === undefined) void answer(state, options, request, response)
    else fault(request, response)
  }
  const { tls } = options
  const server =
    tls === undefined
      ? createHttp(listener)
      : createHttps(
          { ...tls, requestCert: tls.ca !== undefined, rejectUnauthorized: tls.ca !== undefined },
          listener,
        )
  const sockets = new Set<Socket | TLSSocket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** 64 bytes, without the byte for its form. */
const publicKeyOf = (key: Hex): string => `0x${privateKeyToAccount(key).publicKey.slice(4)}`

type State = Pick<Web3Signer, 'signed' | 'keys'>

async function answer(
  state: State,
  { authorization }: Web3SignerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '', headers } = request
  if (authorization !== undefined && headers.authorization !== authorization)
    return void response.writeHead(401).end()
  if (method === 'GET' && url === '/api/v1/eth1/publicKeys') {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    return void response.end(JSON.stringify(state.keys.map(publicKeyOf)))
  }
  const [, identifier] = /^\/api\/v1\/eth1\/sign\/(\w+)$/.exec(url) ?? []
  if (method !== 'POST' || identifier === undefined)
    return void response.writeHead(404).end('Resource not found')
  const data = await dataOf(request)
  if (data === undefined) return void response.writeHead(400).end('Bad Request')
  const wanted = identifier.toLowerCase().replace(/^(?!0x)/, '0x')
  const privateKey = state.keys.find((one) => publicKeyOf(one) === wanted)
  if (privateKey === undefined) return void response.writeHead(404).end('Resource not found')
  state.signed.push(data)
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(serializeSignature(await sign({ hash: keccak256(data), privateKey })))
}

/** Undefined if the body is not JSON with hex in `data`. */
async function dataOf(request: IncomingMessage): Promise<Hex | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: unknown }
    return typeof data === 'string' && /^0x([0-9a-f]{2})+$/i.test(data) ? (data as Hex) : undefined
  } catch {
    return undefined
  }
}
