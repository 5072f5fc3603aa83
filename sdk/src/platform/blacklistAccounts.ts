import { platformManagerAbi } from '@connex/contracts'
import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'

/**
 * The platform's operator shuts tenants or users out, or lets them in again.
 *
 * @example
 * await blacklistAccounts(client, { accounts: [userAddr], isBlacklisted: true })
 */
export async function blacklistAccounts(
  client: Client,
  { accounts, isBlacklisted }: { accounts: readonly Address[]; isBlacklisted: boolean },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const platform = await dappOf(client, 'platform')
  const name = isBlacklisted ? 'blacklist' : 'unblacklist'
  return execute(client, platformManagerAbi, platform, name, [accounts.map(hex)], options)
}
