import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

export type LedgerAccount = { nonce: number; balance: bigint }

/** The wallet's own nonce and balance; ahead of the server by what this session has on its way. */
export async function readAccount(client: Client, control: CallControl = {}): Promise<LedgerAccount> {
  const { nonce, balance } = await call(client, 'account', control)
  const { session } = client
  const ahead = session.pending > 0 ? (session.nextNonce ?? 0) : 0
  return { nonce: Math.max(nonce, ahead), balance: BigInt(balance) }
}
