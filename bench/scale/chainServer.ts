// The generated chain behind JSON-RPC, in a process of its own: `node chainServer.ts recordings.json '{"seed":1,…}'`. Its parent
// sends how far it reaches, and gets how often each method was called so far, the newest block apart, and how many logs were in
// the answers.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChain } from './chain.ts'
import type { ChainLog } from './chain.ts'
import type { Recordings } from './recordings.ts'
import type { ChainSize } from './schedule.ts'

type Call = { id: number; method: string; params: unknown[] }
type LogFilter = {
  fromBlock?: string
  toBlock?: string
  blockHash?: string
  address?: string | string[]
  topics?: (string | string[] | null)[]
}

const [file = '', given = ''] = process.argv.slice(2)
const recordings = JSON.parse(await readFile(file, 'utf8')) as Recordings
const size = JSON.parse(given) as ChainSize
const chain = createChain(recordings, size)
const numCalls: Record<string, number> = {}
let numLogs = 0
let head = size.blocks

process.on('message', (message: { head?: number }) => {
  head = message.head ?? head
  process.send?.({ numCalls, numLogs })
})
process.on('disconnect', () => process.exit())

const METHODS: Readonly<Record<string, (...params: never[]) => unknown>> = {
  eth_chainId: () => `0x${recordings.chainId.toString(16)}`,
  net_version: () => String(recordings.chainId),
  eth_blockNumber: () => `0x${head.toString(16)}`,
  eth_getBlockByNumber: (tag: string) => {
    const number = numberOf(tag)
    return number > head ? null : chain.block(number)
  },
  eth_getBlockByHash: (hash: string) => {
    const number = chain.numberOf(hash) ?? Infinity
    return number > head ? null : chain.block(number)
  },
  eth_getBalance: () => '0x0',
  eth_getTransactionCount: () => '0x0',
}

/** Every block is final: the chain has no other. */
const numberOf = (tag: string): number =>
  ['latest', 'pending', 'safe', 'finalized'].includes(tag) ? head : tag === 'earliest' ? 0 : Number(tag)

function* logsOf(filter: LogFilter): Generator<ChainLog> {
  const only = filter.blockHash === undefined ? undefined : chain.numberOf(filter.blockHash)
  if (filter.blockHash !== undefined && (only === undefined || only > head)) throw new Error('unknown block')
  const from = only ?? numberOf(filter.fromBlock ?? 'latest')
  const to = Math.min(head, only ?? numberOf(filter.toBlock ?? 'latest'))
  const addresses = filter.address === undefined ? undefined : new Set(lower([filter.address].flat()))
  const wanted = (filter.topics ?? []).map((topic) =>
    topic === null ? null : new Set(lower([topic].flat())),
  )
  for (const log of chain.logsBetween(from, to))
    if (
      (addresses?.has(log.address) ?? true) &&
      wanted.every((set, index) => set === null || set.has(log.topics[index] ?? ''))
    )
      yield log
}

const lower = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase())

function answer({ id, method, params }: Call, response: ServerResponse): void {
  const name = params[0] === 'latest' ? 'newest block' : method
  numCalls[name] = (numCalls[name] ?? 0) + 1
  response.setHeader('content-type', 'application/json')
  try {
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`
    if (method === 'eth_getLogs') {
      const logs = [...logsOf(params[0] as LogFilter)].map(({ json }) => json)
      numLogs += logs.length
      response.end(`${start}"result":[${logs.join()}]}`)
      return
    }
    const call = METHODS[method]
    if (call === undefined)
      response.end(`${start}"error":{"code":-32601,"message":"the method ${method} does not exist"}}`)
    else response.end(`${start}"result":${JSON.stringify(call(...(params as never[])))}}`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }))
  }
}

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  request.on('end', () => answer(JSON.parse(text) as Call, response))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
