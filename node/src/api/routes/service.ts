// Open calls: what this server offers, and whether it is well.
import { setTimeout as sleep } from 'node:timers/promises'
import { readCursor } from '../../storage/cursor.ts'
import type { IndexerStatus } from '../../indexer/startIndexer.ts'
import { ApiError } from '../ApiError.ts'
import type { ApiContext } from '../ApiContext.ts'
import type { Handlers } from '../Handler.ts'

/** Who asks after the health wants an answer, also where the asked-for hangs. */
const PATIENCE_MS = 3_000
/** So many blocks the index may be behind before requests go to a server that is not. */
const LAG_BLOCKS = 50

type Look = { indexedBlock: number | null; ledgerBlock: number }

export const service: Pick<Handlers, 'introspection' | 'health' | 'ready'> = {
  introspection: async ({ context: { config } }) => ({
    supportedApiVersions: config.apiVersions,
    chainId: config.chainId,
  }),

  // Degraded: it answers, but what it answers no longer follows the ledger.
  health: async ({ context }) => {
    const { indexedBlock } = await look(context)
    const detail = ailment(context.indexer())
    return { status: detail === null ? 'ok' : 'degraded', detail, database: true, ledger: true, indexedBlock }
  },

  ready: async ({ context }) => {
    const { indexedBlock, ledgerBlock } = await look(context)
    const { state, error } = context.indexer()
    if (state === 'halted') throw new ApiError('unavailable', { detail: `The index has halted. ${error}` })
    if (indexedBlock === null) throw new ApiError('unavailable', { detail: 'The index is empty.' })
    const behind = ledgerBlock - indexedBlock
    if (behind > LAG_BLOCKS)
      throw new ApiError('unavailable', { detail: `The index is ${behind} blocks behind the ledger.` })
    return { status: 'ok', indexer: state, indexedBlock, ledgerBlock }
  },
}

/** Why the index halts is told in words of its own; what fails may say more than is meant for everybody. */
function ailment({ state, error }: IndexerStatus): string | null {
  if (state === 'halted') return `The index has halted. ${error}`
  return state === 'failing' ? 'The index fails, and tries again. The log of the server says why.' : null
}

async function look({ database, ledger }: ApiContext): Promise<Look> {
  const [cursor, head] = await Promise.all([
    within(PATIENCE_MS, readCursor(database.kysely)),
    within(PATIENCE_MS, ledger.call('eth_blockNumber')),
  ])
  if (cursor === 'failed') throw new ApiError('unavailable', { detail: 'The database does not answer.' })
  if (head === 'failed') throw new ApiError('unavailable', { detail: 'The ledger does not answer.' })
  return { indexedBlock: cursor?.block_number ?? null, ledgerBlock: Number(head) }
}

async function within<Result>(ms: number, asked: Promise<Result>): Promise<Result | 'failed'> {
  const ended = new AbortController()
  const late = sleep(ms, 'failed' as const, { signal: ended.signal, ref: false }).catch(
    () => 'failed' as const,
  )
  const answer = await Promise.race([asked.catch(() => 'failed' as const), late])
  ended.abort()
  return answer
}
