// Open calls: what this server offers, and whether it is well.
import type { IndexerStatus } from '../../common/metrics.ts'
import { ApiError } from '../../common/errors.ts'
import type { Handlers } from '../call/handler.ts'

const NO_WRITES = 'The database cannot write. The log of the server says why.'

/** So many blocks the index may be behind before requests go to a server that is not. */
const LAG_BLOCKS = 50

export const service: Pick<Handlers, 'introspection' | 'health' | 'ready'> = {
  introspection: async ({ context: { config } }) => ({
    supportedApiVersions: config.apiVersions,
    chainId: config.chainId,
  }),

  // Degraded: it answers, but cannot write, or no longer follows the ledger.
  health: async ({ context }) => {
    const { indexedBlock, canWrite } = await context.probe()
    const detail = canWrite ? ailment(context.indexer()) : NO_WRITES
    return { status: detail === null ? 'ok' : 'degraded', detail, database: true, ledger: true, indexedBlock }
  },

  ready: async ({ context }) => {
    const { indexedBlock, ledgerBlock, canWrite } = await context.probe()
    if (!canWrite) throw new ApiError('unavailable', { detail: NO_WRITES })
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
