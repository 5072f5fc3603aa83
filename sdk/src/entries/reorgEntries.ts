import { entryRegistryManagerAbi } from '@connex/contracts'
import type { Fingerprint } from '@connex/protocol'
import { call } from '../http/call.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { RegistryParameters } from '../registries/confirmRegistration.ts'
import { newEntry } from './newEntry.ts'
import type { NewEntry } from './newEntry.ts'

export type ReorgParameters = RegistryParameters & {
  /** Own free entries, which end. */
  spent: readonly Fingerprint[]
  /** What begins instead: as much as ends. */
  entries: readonly NewEntry[]
}

/**
 * Splits and merges own entries. Their quantities are conserved, which the servers that know them check.
 *
 * @example
 * await reorgEntries(client, { registryManagerAddr, registryId, spent: [thirty], entries: [{ account, quantity: 20n }, { account, quantity: 10n }] })
 */
export async function reorgEntries(
  client: Client,
  { registryManagerAddr, registryId, spent, entries }: ReorgParameters,
  options: SendOptions = {},
): Promise<Sent & { fingerprints: Fingerprint[] }> {
  requireClient(client)
  const { tenant } = await currentMe(client)
  const made = entries.map((entry) => newEntry(tenant.address, entry))
  const details = made.map((entry) => entry.details)
  const body = { registryManagerAddr, registryId, deleted: [...spent], entries: details }
  await storeFirst(options, () => call(client, 'reorgEntries', { body, signal: options.signal }))
  const fingerprints = made.map(({ fingerprint }) => fingerprint)
  const args = [hex(registryId), spent.map(hex), fingerprints.map(hex)] as const
  const sent = await execute(client, entryRegistryManagerAbi, registryManagerAddr, 'reorg', args, options)
  return { fingerprints, ...sent }
}
