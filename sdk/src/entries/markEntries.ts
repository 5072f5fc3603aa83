import { entryRegistryManagerAbi } from '@connex/contracts'
import type { Fingerprint } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from '../registries/confirmRegistration.ts'

export type MarkEntriesParameters = RegistryParameters & {
  fingerprints: readonly Fingerprint[]
  /** For redemption while the register is REGISTERED, for export while it is EXPORTING. */
  for: 'redemption' | 'export'
  /** Takes such a mark back. */
  isTakenBack?: boolean | undefined
}

/**
 * The owner lets the registrar end free entries of its own; nothing else moves them then.
 *
 * @example
 * await markEntries(client, { registryManagerAddr, registryId, fingerprints, for: 'redemption' })
 */
export async function markEntries(
  client: Client,
  parameters: MarkEntriesParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, fingerprints } = parameters
  const name = NAMES[parameters.for][parameters.isTakenBack === true ? 1 : 0]
  const args = [hex(registryId), fingerprints.map(hex)] as const
  return execute(client, entryRegistryManagerAbi, registryManagerAddr, name, args, options)
}

const NAMES = {
  redemption: ['markAsRedeemable', 'cancelRedeemable'],
  export: ['markEntriesForExport', 'cancelExport'],
} as const
