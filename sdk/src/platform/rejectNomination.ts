import { privilegeManagerAbi } from '@connex/contracts'
import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { sendTransaction } from '../ledger/sendTransaction.ts'

/**
 * The nominee declines. The wallet acts for itself here, not for its tenant.
 *
 * @example
 * await rejectNomination(client, { privilegeManagerAddr })
 */
export async function rejectNomination(
  client: Client,
  { privilegeManagerAddr }: { privilegeManagerAddr: Address },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return sendTransaction(
    client,
    contractCall(privilegeManagerAbi, privilegeManagerAddr, 'rejectNomination', []),
    options,
  )
}
