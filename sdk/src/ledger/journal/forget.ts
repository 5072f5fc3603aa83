import type { TxHash } from '@connex/protocol'
import type { Client } from '../../createClient.ts'
import { drop } from './drop.ts'
import { walletOf } from './walletOf.ts'

/** A block holds the transaction, or nobody will ever publish it: the journal need not keep it any longer. */
export const forget = (client: Client, txHash: TxHash): Promise<void> =>
  client.journal.inTurn(walletOf(client), () => drop(client, txHash))
