// Access to the ledger: a user's account, signed transactions, and reads of contract state.
import type { CallAnswer, Confirmations } from '@connex/protocol'
import { ApiError, invalid } from '../../common/errors.ts'
import { countPastBlocks, readCursor } from '../../storage/projections/cursor.ts'
import { isReadableContract } from '../../storage/queries/platform.ts'
import type { LedgerRpc } from '../call/context.ts'
import type { Handlers } from '../call/handler.ts'
import { readFinal } from '../ledger/head.ts'
import { readLedgerRequest } from '../ledger/ledgerRequest.ts'
import { publishRaw } from '../ledger/rawTransaction.ts'

export const ledger = {
  // Both nonces: a wallet may publish its next transaction before the last one is in a block, and what the node counts of
  // its pool differs by client.
  account: async ({ context: { ledger }, viewer, query }) => {
    const address = query.address ?? viewer.address
    const [balance, latest, pending] = await Promise.all([
      ledger.call('eth_getBalance', [address, 'latest']),
      ledger.call('eth_getTransactionCount', [address, 'latest']).then(readCount),
      ledger.call('eth_getTransactionCount', [address, 'pending']).then(readCount, withoutPending),
    ])
    // A node that does not count its pool, or another one that is behind, would name a nonce that is used.
    const nonce = Math.max(latest, pending)
    return { balance: readQuantity(balance).toString(), nonce, latestNonce: latest }
  },

  publishRawTx: async ({ context, viewer, body }) => ({
    transactionHash: await publishRaw(context, viewer.address, body.rawTransaction),
  }),

  rpc: async ({ context, viewer, body, goneSignal }) => {
    const { config, database, ledger } = context
    const { method, params, callee } = readLedgerRequest(body, config.callGasLimit)
    const isReadable =
      callee === undefined ||
      callee === config.platformManager ||
      (await isReadableContract(database.kysely, callee))
    if (!isReadable) throw new ApiError('contractUnknown')
    return { result: await ledger.callFor({ user: viewer.address, gone: goneSignal() }, method, params) }
  },

  // The index reads all types together, block by block: one block number holds for each.
  syncStatus: async ({ context, query: { eventType } }): Promise<CallAnswer<'syncStatus'>> => {
    const { eventTypes } = context
    if (eventType !== undefined && !eventTypes.includes(eventType)) throw invalid('eventType', 'unknown')
    const [cursor, [head, final]] = await Promise.all([
      readCursor(context.database.kysely),
      readHeights(context.ledger, context.config.confirmations),
    ])
    const indexedBlock = cursor?.block_number ?? null
    return {
      indexedBlock,
      ledgerBlock: head,
      finalBlock: indexedBlock === null || final === null ? null : Math.min(indexedBlock, final),
      pastBlocks: cursor === undefined ? null : countPastBlocks(cursor, context.config.startBlock),
      isSynced: indexedBlock !== null && head !== null && indexedBlock >= head,
      eventTypes: eventTypes
        .filter((name) => name === (eventType ?? name))
        .map((name) => ({
          eventType: name,
          indexedBlock,
        })),
    }
  },
} satisfies Partial<Handlers>

/** The head and the last final block; null for what the ledger does not answer. */
async function readHeights(
  ledger: LedgerRpc,
  confirmations: Confirmations,
): Promise<[number | null, number | null]> {
  const head = await ledger.call('eth_blockNumber').then(
    (number) => Number(readQuantity(number)),
    () => null,
  )
  if (head === null) return [null, null]
  return [head, await readFinal(ledger, confirmations, head).catch(() => null)]
}

const readCount = (result: unknown): number => Number(readQuantity(result))

/** Some ledgers refuse the pending block. */
function withoutPending(error: unknown): number {
  if (error instanceof ApiError && error.code === 'badRequest') return 0
  throw error
}

function readQuantity(result: unknown): bigint {
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new ApiError('ledgerUnreadable')
  return BigInt(result)
}
