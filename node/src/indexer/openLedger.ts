import type { Block, Ledger, Log, LogFilter } from './Ledger.ts'
import { LedgerError } from './Ledger.ts'
import { readBlock, readLog, readNumber } from './readAnswer.ts'
import { watchHeads } from './watchHeads.ts'

const TIMEOUT_MS = 20_000
/** How often to look for a new block where the ledger cannot tell, and where it can but may have fallen silent. */
const POLL_MS = 50
const POLL_BEHIND_SOCKET_MS = 1_000

export type LedgerOptions = {
  rpcUrl: string
  wsUrl?: string | undefined
  pollMs?: number | undefined
  timeoutMs?: number
}

/** The ledger over JSON-RPC; new blocks are told by WebSocket where there is one. */
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
      if (!Array.isArray(answer)) throw new LedgerError('The ledger answered no list of logs.')
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
