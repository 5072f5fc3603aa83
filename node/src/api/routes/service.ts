// Open calls: what this server offers, and whether it is well.
import { ApiError } from '../ApiError.ts'
import type { Handlers } from '../Handler.ts'
import { readCursor } from '../../storage/cursor.ts'

export const service: Pick<Handlers, 'introspection' | 'health'> = {
  introspection: async ({ context: { config } }) => ({
    supportedApiVersions: config.apiVersions,
    chainId: config.chainId,
  }),

  // Degraded: it answers, but what it answers no longer follows the ledger.
  health: async ({ context: { database, ledger, indexer } }) => {
    const [cursor, hasLedger] = await Promise.all([
      readCursor(database.kysely).catch(() => 'failed' as const),
      ledger.call('eth_blockNumber').then(
        () => true,
        () => false,
      ),
    ])
    if (cursor === 'failed' || !hasLedger)
      throw new ApiError('unavailable', {
        detail: cursor === 'failed' ? 'The database does not answer.' : 'The ledger does not answer.',
      })
    const status = ['halted', 'failing'].includes(indexer().state) ? 'degraded' : 'ok'
    return { status, database: true, ledger: true, indexedBlock: cursor?.block_number ?? null }
  },
}
