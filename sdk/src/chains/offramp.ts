import type { Client } from '../createClient.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { ramp } from './ramp.ts'
import type { Ramped, RampParameters } from './ramp.ts'

/**
 * The transfer agent lets out what its owner has marked for redemption or export.
 *
 * @example
 * await offramp(client, { registryManagerAddr, registryId, chainId, ownerAddr, account, quantity: 500n, reference: 'DEP-2026-114' })
 */
export const offramp = (
  client: Client,
  parameters: RampParameters,
  options: SendOptions = {},
): Promise<Ramped> => ramp(client, 'offramp', parameters, options)
