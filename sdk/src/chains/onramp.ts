import type { Client } from '../createClient.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { ramp } from './ramp.ts'
import type { Ramped, RampParameters } from './ramp.ts'

/**
 * The transfer agent brings in what the chain's last custodian has got for an investor's account.
 *
 * @example
 * await onramp(client, { registryManagerAddr, registryId, chainId, ownerAddr, account, quantity: 500n, reference: 'DEP-2026-114' })
 */
export const onramp = (
  client: Client,
  parameters: RampParameters,
  options: SendOptions = {},
): Promise<Ramped> => ramp(client, 'onramp', parameters, options)
