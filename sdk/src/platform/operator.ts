// What the platform's operator does.
import { platformManagerAbi } from '@connex/contracts'
import type { Address } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/controller.ts'
import { hex } from '../ledger/scalars.ts'
import { execute, sendTransaction } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'

/**
 * The platform's operator blacklists tenants or users, or takes them off the blacklist.
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

/** Both in wei. Threshold: at least 48,000,000. Limit: from the threshold to a hundred times that. */
export type RefundLimits = { refundThreshold: bigint; refundLimit: bigint }

/**
 * The platform's operator sets the balance below which users are refunded, and the balance they are refunded to.
 *
 * @example
 * await setRefundLimits(client, { refundThreshold: 48_000_000n, refundLimit: 480_000_000n })
 */
export async function setRefundLimits(
  client: Client,
  { refundThreshold, refundLimit }: RefundLimits,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const platform = await dappOf(client, 'platform')
  return execute(
    client,
    platformManagerAbi,
    platform,
    'setRefundLimits',
    [refundThreshold, refundLimit],
    options,
  )
}

/**
 * Adds to what the platform refunds its users from. The wallet pays.
 *
 * @example
 * await fundPlatform(client, { amount: 10n ** 15n })
 */
export async function fundPlatform(
  client: Client,
  /** In wei. */
  { amount }: { amount: bigint },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const fund = contractCall(platformManagerAbi, await dappOf(client, 'platform'), 'fund', [])
  return sendTransaction(client, { ...fund, value: amount }, options)
}
