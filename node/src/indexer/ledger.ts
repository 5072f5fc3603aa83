// The ledger as the index reads it: blocks and logs over JSON-RPC, new blocks by WebSocket, every answer checked.
import type { Address, Bytes32, Seconds, TxHash } from '@connex/protocol'
import type { Endpoint } from '../ledger/endpoint.ts'
import type { Endpoints } from '../ledger/endpoints.ts'
import type { Heads } from '../ledger/heads.ts'
import { LineError } from '../ledger/jsonRpc.ts'

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
  | { topics: readonly string[]; from: number; to: number }
  /** All logs of one block. */
  | { blockHash: Bytes32 }

/** The index's calls to the ledger. All throw a LedgerError if the ledger fails. */
export type Ledger = {
  chainId: () => Promise<number>
  /**
   * The newest block of the preferred endpoint that has `atLeast` as many. Until the next call, or a failure, that endpoint
   * answers everything: blocks and logs of two nodes do not mix.
   */
  head: (atLeast?: number) => Promise<Block>
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
/** The newest block is a light question: where another endpoint may answer, it comes sooner. */
const HEAD_TIMEOUT_MS = 5_000
const POLL_MS = 1_000
const SOCKET_POLL_MS = 5_000

export type LedgerOptions = {
  endpoints: Endpoints
  heads?: Heads | undefined
  /** How often to poll for a new block while no WebSocket is open, and while one is: it may have gone silent. */
  pollMs?: number
  socketPollMs?: number
  timeoutMs?: number
}

/** `const head = await openLedger({ endpoints: openEndpoints({ urls }) }).head()` */
export function openLedger({
  endpoints,
  heads,
  pollMs = POLL_MS,
  socketPollMs = SOCKET_POLL_MS,
  timeoutMs = TIMEOUT_MS,
}: LedgerOptions): Ledger {
  let current: Endpoint | undefined
  let newest = 0

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    current ??= endpoints.inOrder()[0]
    try {
      return await ask(current, method, params, timeoutMs)
    } catch (error) {
      // The next question begins a new batch, at whichever endpoint answers it.
      if (isLineFailure(error)) current = undefined
      throw error
    }
  }

  async function head(atLeast = 0): Promise<Block> {
    const found = await findHead(endpoints.inOrder(), atLeast, timeoutMs)
    current = found.endpoint
    newest = found.block.number
    return found.block
  }

  return {
    async chainId() {
      try {
        return readNumber(await call('eth_chainId', []))
      } catch (error) {
        const { cause } = error as Error
        const isAlone = endpoints.inOrder().every((endpoint) => endpoint.hasOtherChain())
        if (isAlone && cause instanceof LineError && cause.chainId !== undefined) return cause.chainId
        throw error
      }
    },
    head,
    async findBlock(number) {
      const answer = await call('eth_getBlockByNumber', [hex(number), false])
      return answer === null ? undefined : readBlock(answer)
    },
    async logs(filter) {
      const answer = await call('eth_getLogs', [toRpc(filter)])
      if (!Array.isArray(answer)) throw new LedgerError("The ledger's answer is not a list of logs.")
      return answer.map(readLog).sort((a: Log, b: Log) => a.block - b.block || a.logIndex - b.logIndex)
    },
    nextHead(signal) {
      // The node that announced a block may be ahead of the one that answers.
      const isQuiet = heads?.isOpen() === true && heads.announced() <= newest
      return untilNews(heads, isQuiet ? socketPollMs : pollMs, signal)
    },
    close: () => heads?.close(),
  }
}

const untilNews = (heads: Heads | undefined, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(finish, ms)
    const unlisten = heads?.once(finish)
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
    function finish() {
      clearTimeout(timer)
      unlisten?.()
      signal.removeEventListener('abort', finish)
      done()
    }
  })

type Head = { endpoint: Endpoint; block: Block }

/**
 * A node that lags must not look like a chain reorg: as long as another one does not answer, the highest block does not count
 * if it is below `atLeast`.
 */
async function findHead(order: readonly Endpoint[], atLeast: number, timeoutMs: number): Promise<Head> {
  const answered: Head[] = []
  let failure: unknown
  for (const endpoint of order) {
    try {
      const limitMs = order.length > 1 ? Math.min(timeoutMs, HEAD_TIMEOUT_MS) : timeoutMs
      const answer = await ask(endpoint, 'eth_getBlockByNumber', ['latest', false], limitMs)
      if (answer === null) throw new LedgerError('The ledger has no latest block.')
      answered.push({ endpoint, block: readBlock(answer) })
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      failure ??= error
    }
    if (answered.some(({ block }) => block.number >= atLeast)) break
  }
  const [best] = answered.toSorted((a, b) => b.block.number - a.block.number)
  if (best === undefined) throw failure
  if (best.block.number >= atLeast) for (const one of answered) if (one !== best) one.endpoint.reportBehind()
  if (best.block.number < atLeast && failure !== undefined)
    throw new LedgerError('The ledger nodes that answer are behind the index.', { cause: failure })
  return best
}

const hex = (number: number) => `0x${number.toString(16)}`

const toRpc = (filter: LogFilter) =>
  'blockHash' in filter
    ? filter
    : {
        topics: [filter.topics],
        fromBlock: hex(filter.from),
        toBlock: hex(filter.to),
      }

async function ask(
  endpoint: Endpoint | undefined,
  method: string,
  params: readonly unknown[],
  timeoutMs: number,
): Promise<unknown> {
  if (endpoint === undefined) throw new LedgerError('The ledger has no endpoint.')
  const answer = await endpoint
    .ask({ method, params }, { timeoutMs, isProbe: true })
    .catch((error: unknown) => {
      throw new LedgerError(`The ledger did not answer ${method}.`, { cause: error })
    })
  if ('result' in answer) return answer.result
  throw new LedgerError(`The ledger refused ${method}: ${JSON.stringify(answer.error).slice(0, 300)}`)
}

const isLineFailure = (error: unknown): boolean =>
  error instanceof LedgerError && error.cause instanceof LineError

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
    // Some ledgers have the field and do not fill it.
    at: readNumber(log['blockTimestamp'] ?? '0x0') || undefined,
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
