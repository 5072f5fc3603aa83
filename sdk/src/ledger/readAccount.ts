import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

export type LedgerAccount = { nonce: number; balance: bigint }

/** The wallet's balance, and the nonce after all that the ledger has of it, waiting ones among them. */
export async function readAccount(client: Client, control: CallControl = {}): Promise<LedgerAccount> {
  const { nonce, balance } = await call(client, 'account', control)
  return { nonce, balance: BigInt(balance) }
}
