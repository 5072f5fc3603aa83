import { entryRegistryManagerAbi } from '@connex/contracts'
import type { Fingerprint } from '@connex/protocol'
import { call } from '../http/call.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { EntriesParameters } from './issueEntries.ts'
import { newEntry } from './newEntry.ts'

/**
 * The registrar takes over entries that another register kept, while the register is IMPORTING.
 *
 * @example
 * const { fingerprints } = await importEntries(client, { registryManagerAddr, registryId, ownerAddr, entries: [{ account, quantity: 70n }] })
 */
export async function importEntries(
  client: Client,
  { registryManagerAddr, registryId, ownerAddr, entries }: EntriesParameters,
  options: SendOptions = {},
): Promise<Sent & { fingerprints: Fingerprint[] }> {
  requireClient(client)
  const made = entries.map((entry) => newEntry(ownerAddr, entry))
  const body = { registryManagerAddr, registryId, entries: made.map(({ details }) => details) }
  await storeFirst(options, () => call(client, 'importEntries', { body, signal: options.signal }))
  const fingerprints = made.map(({ fingerprint }) => fingerprint)
  const args = [hex(registryId), fingerprints.map(hex), hex(ownerAddr)] as const
  const sent = await execute(
    client,
    entryRegistryManagerAbi,
    registryManagerAddr,
    'importEntries',
    args,
    options,
  )
  return { fingerprints, ...sent }
}
