import { entryRegistryManagerAbi } from '@connex/contracts'
import type { Address, Fingerprint } from '@connex/protocol'
import { call } from '../http/call.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { RegistryParameters } from '../registries/confirmRegistration.ts'
import { newEntry } from './newEntry.ts'
import type { NewEntry } from './newEntry.ts'
export type EntriesParameters = RegistryParameters & { ownerAddr: Address; entries: readonly NewEntry[] }

/**
 * The registrar issues entries to an investor: their details to the own server first, their fingerprints to the ledger.
 *
 * @example
 * const { fingerprints } = await issueEntries(client, { registryManagerAddr, registryId, ownerAddr, entries: [{ account, quantity: 70n }] })
 */
export async function issueEntries(
  client: Client,
  { registryManagerAddr, registryId, ownerAddr, entries }: EntriesParameters,
  options: SendOptions = {},
): Promise<Sent & { fingerprints: Fingerprint[] }> {
  requireClient(client)
  const made = entries.map((entry) => newEntry(ownerAddr, entry))
  const body = { registryManagerAddr, registryId, entries: made.map(({ details }) => details) }
  await storeFirst(options, () => call(client, 'issueEntries', { body, signal: options.signal }))
  const fingerprints = made.map(({ fingerprint }) => fingerprint)
  const args = [hex(registryId), fingerprints.map(hex), hex(ownerAddr)] as const
  const sent = await execute(client, entryRegistryManagerAbi, registryManagerAddr, 'issue', args, options)
  return { fingerprints, ...sent }
}
