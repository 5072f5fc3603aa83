import type { TxHash } from '@connex/protocol'
import type { Client } from '../../createClient.ts'
import { walletOf } from './walletOf.ts'

/** A block holds the transaction, or nobody will ever publish it: the journal need not keep it any longer. */
export async function forget(client: Client, txHash: TxHash): Promise<void> {
  const { journal } = client
  const wallet = walletOf(client)
  await journal.inTurn(wallet, async () => {
    const kept = await journal.read(wallet)
    await journal.write(
      wallet,
      kept.filter((transaction) => transaction.txHash !== txHash),
    )
  })
}
