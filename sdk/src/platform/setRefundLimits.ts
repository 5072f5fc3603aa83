import { platformManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { execute } from '../ledger/execute.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'

/** Both in wei. Threshold: at least 48,000,000. Limit: from the threshold to a hundred times that. */
export type RefundLimits = { refundThreshold: bigint; refundLimit: bigint }

/**
 * The platform's operator says below which balance users are topped up, and up to which.
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
