// Access to the ledger: a user's account, signed transactions, and reads of contract state.
import type { CallAnswer } from '@connex/protocol'
import { ApiError, invalid } from '../../common/errors.ts'
import { readCursor } from '../../storage/projections/cursor.ts'
import { isReadableContract } from '../../storage/queries/platform.ts'
import type { Handlers } from '../call/handler.ts'
import { readLedgerRequest } from '../ledger/ledgerRequest.ts'
import { publishRaw } from '../ledger/rawTransaction.ts'

export const ledger = {
  // The pending nonce: a wallet may publish its next transaction before the last one is in a block.
  account: async ({ context, viewer, query }) => {
    const address = query.address ?? viewer.address
    const [balance, nonce] = await Promise.all([
      context.ledger.call('eth_getBalance', [address, 'latest']),
      context.ledger.call('eth_getTransactionCount', [address, 'pending']),
    ])
    return { balance: readQuantity(balance).toString(), nonce: Number(readQuantity(nonce)) }
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
    const [cursor, head] = await Promise.all([
      readCursor(context.database.kysely),
      context.ledger.call('eth_blockNumber').then(
        (number) => Number(readQuantity(number)),
        () => null,
      ),
    ])
    const indexedBlock = cursor?.block_number ?? null
    return {
      indexedBlock,
      ledgerBlock: head,
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

function readQuantity(result: unknown): bigint {
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new ApiError('ledgerUnreadable')
  return BigInt(result)
}
