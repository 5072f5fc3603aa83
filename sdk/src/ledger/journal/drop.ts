import type { TxHash } from '@connex/protocol'
import type { Client } from '../../createClient.ts'
import { walletOf } from './walletOf.ts'

/** As `forget`, for whoever has the wallet's turn already. */
export async function drop(client: Client, txHash: TxHash): Promise<void> {
  const { journal } = client
  const wallet = walletOf(client)
  const kept = await journal.read(wallet)
  await journal.write(
    wallet,
    kept.filter((transaction) => transaction.txHash !== txHash),
  )
}
