// What an action on a transfer begins with.
import type { DeliveryId, Transfer } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { getTransfer } from './queries.ts'

type Parameters = { deliveryId: DeliveryId; transfer?: Transfer | undefined }

/** The transfer as the server has it now, so that an old page signs nothing; for a dry run alone, as its caller has just read it. */
export const actedTransfer = async (
  client: Client,
  { deliveryId, transfer }: Parameters,
  { dryRun, signal }: Pick<SendOptions, 'dryRun' | 'signal'>,
): Promise<Transfer> =>
  dryRun === 'only' && transfer !== undefined ? transfer : getTransfer(client, deliveryId, { signal })
