// The ledger as the index reads it: blocks and logs over JSON-RPC, new blocks by WebSocket, every answer checked.
import type { Address, Bytes32, Seconds, TxHash } from '@connex/protocol'

/** The parts of a block that the index needs. */
export type Block = {
  number: number
  hash: Bytes32
  parentHash: Bytes32
  at: Seconds
  /** By its bloom filter: whether any contract logged anything in it. */
  hasLogs: boolean
}

export type Log = {
  address: Address
  topics: readonly string[]
  data: string
  block: number
  blockHash: Bytes32
  /** Undefined if the ledger's logs have no time. */
  at: Seconds | undefined
  logIndex: number
  txHash: TxHash
}

export type LogFilter =
  | { topics: readonly string[]; addresses?: readonly Address[]; from: number; to: number }
  /** All logs of one block. */
  | { blockHash: Bytes32 }

/** The index's calls to the ledger. All throw a LedgerError if the ledger fails. */
export type Ledger = {
  chainId: () => Promise<number>
  head: () => Promise<Block>
  findBlock: (number: number) => Promise<Block | undefined>
  /** In the order of the chain. */
  logs: (filter: LogFilter) => Promise<Log[]>
  /** Resolves when there may be a new block, after a pause at the latest, or when the signal aborts. */
  nextHead: (signal: AbortSignal) => Promise<void>
  close: () => void
}

/** The ledger did not answer, or its answer is invalid; a retry may help. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}

const TIMEOUT_MS = 20_000
/** How often to poll for a new block without a WebSocket, and with one, which may have gone silent. */
const POLL_MS = 50
const POLL_BEHIND_SOCKET_MS = 1_000

export type LedgerOptions = {
  rpcUrl: string
  wsUrl?: string | undefined
  pollMs?: number | undefined
  timeoutMs?: number
}

/** The ledger over JSON-RPC; a WebSocket, if configured, announces new blocks. */
export function openLedger({ rpcUrl, wsUrl, pollMs, timeoutMs = TIMEOUT_MS }: LedgerOptions): Ledger {
  const call = (method: string, params: readonly unknown[]) => post(rpcUrl, timeoutMs, method, params)
  const heads = wsUrl === undefined ? undefined : watchHeads(wsUrl)

  async function findBlock(tag: string): Promise<Block | undefined> {
    const answer = await call('eth_getBlockByNumber', [tag, false])
    return answer === null ? undefined : readBlock(answer)
  }

  return {
    chainId: async () => readNumber(await call('eth_chainId', [])),
    async head() {
      const block = await findBlock('latest')
      if (block === undefined) throw new LedgerError('The ledger has no latest block.')
      return block
    },
    findBlock: (number) => findBlock(hex(number)),
    async logs(filter) {
      const answer = await call('eth_getLogs', [toRpc(filter)])
      if (!Array.isArray(answer)) throw new LedgerError("The ledger's answer is not a list of logs.")
      return answer.map(readLog).sort((a: Log, b: Log) => a.block - b.block || a.logIndex - b.logIndex)
    },
    nextHead: (signal) =>
      new Promise((done) => {
        const pause = heads === undefined ? (pollMs ?? POLL_MS) : POLL_BEHIND_SOCKET_MS
        const timer = setTimeout(finish, pause)
        const unlisten = heads?.once(finish)
        signal.addEventListener('abort', finish)
        if (signal.aborted) finish()
        function finish() {
          clearTimeout(timer)
          unlisten?.()
          signal.removeEventListener('abort', finish)
          done()
        }
      }),
    close: () => heads?.close(),
  }
}

const hex = (number: number) => `0x${number.toString(16)}`

const toRpc = (filter: LogFilter) =>
  'blockHash' in filter
    ? filter
    : {
        topics: [filter.topics],
        ...(filter.addresses === undefined ? {} : { address: filter.addresses }),
        fromBlock: hex(filter.from),
        toBlock: hex(filter.to),
      }

let id = 0

async function post(
  url: string,
  timeoutMs: number,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  id += 1
  let answer: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer = await response.json()
  } catch (error) {
    throw new LedgerError(`The ledger did not answer ${method}.`, { cause: error })
  }
  if (typeof answer === 'object' && answer !== null && 'result' in answer) return answer.result
  throw new LedgerError(`The ledger refused ${method}: ${JSON.stringify(answer).slice(0, 300)}`)
}

const RETRY_MS = 1_000

export type Heads = {
  /** Calls once, for the next announced block or the last one that had no listener. */
  once: (listener: () => void) => () => void
  close: () => void
}

/**
 * Subscribes to new blocks by WebSocket. It only wakes the caller, who requests the block itself, and who polls in case the
 * socket goes silent.
 */
function watchHeads(url: string): Heads {
  const listeners = new Set<() => void>()
  let isClosed = false
  let isMissed = false
  let retry: NodeJS.Timeout | undefined
  let socket = connect()

  function connect(): WebSocket {
    const fresh = new WebSocket(url)
    fresh.addEventListener('open', () => {
      fresh.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    })
    fresh.addEventListener('message', wake)
    fresh.addEventListener('close', () => {
      if (isClosed) return
      retry = setTimeout(() => {
        socket = connect()
      }, RETRY_MS)
    })
    return fresh
  }

  function wake(): void {
    isMissed = listeners.size === 0
    const woken = [...listeners]
    listeners.clear()
    for (const listener of woken) listener()
  }

  return {
    once(listener) {
      listeners.add(listener)
      if (isMissed) queueMicrotask(wake)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      clearTimeout(retry)
      socket.close()
    },
  }
}

/** `readNumber('0x1b4')` → 436 */
function readNumber(value: unknown): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : NaN
  if (!Number.isSafeInteger(number)) throw new LedgerError("The ledger's answer is not a number.")
  return number
}

function readBlock(value: unknown): Block {
  const block = fields(value)
  return {
    number: readNumber(block['number']),
    hash: readHex(block['hash'], 32) as Bytes32,
    parentHash: readHex(block['parentHash'], 32) as Bytes32,
    at: readNumber(block['timestamp']),
    // The bloom filter has bits for every log, and none without logs.
    hasLogs: /[^0]/.test(readHex(block['logsBloom']).slice(2)),
  }
}

function readLog(value: unknown): Log {
  const log = fields(value)
  const topics: unknown = log['topics']
  if (!Array.isArray(topics)) throw new LedgerError('A log from the ledger has no topics.')
  return {
    address: readHex(log['address'], 20) as Address,
    topics: topics.map((topic) => readHex(topic, 32)),
    data: readHex(log['data']),
    block: readNumber(log['blockNumber']),
    blockHash: readHex(log['blockHash'], 32) as Bytes32,
    at: log['blockTimestamp'] === undefined ? undefined : readNumber(log['blockTimestamp']),
    logIndex: readNumber(log['logIndex']),
    txHash: readHex(log['transactionHash'], 32) as TxHash,
  }
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new LedgerError("The ledger's answer is not an object.")
  return value as Record<string, unknown>
}

function readHex(value: unknown, bytes?: number): string {
  const isHex = typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
  if (!isHex || (bytes !== undefined && value.length !== 2 + 2 * bytes))
    throw new LedgerError("The ledger's answer is not hexadecimal.")
  return value.toLowerCase()
}
