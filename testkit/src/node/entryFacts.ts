import { entryRegistryManagerAbi, entryTypes } from '@connex/contracts'
import type { Hex } from 'viem'
import type { FactContext, Fact } from './Fact.ts'

const HELD = ['ISSUED', 'REDEEMABLE', 'EXPORTING']

/** Entries, and how many are held. */
export function entryFacts({ world, at, rows }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds } = world
  const entriesAt = { ...at, address: contracts.EntryRegistryManager, abi: entryRegistryManagerAbi }

  const entries = rows('entries').map((row): Fact => {
    const args = [row['registry_id'] as Hex, row['fingerprint'] as Hex] as const
    return {
      indexed: `entry ${row['entry_type']} ${row['owner']} ${row['earmarked_by']}`,
      async read() {
        const entry = await client.readContract({ ...entriesAt, functionName: 'registryEntries', args })
        return `entry ${entryTypes[entry.entryType]} ${entry.owner} ${entry.earmarkedBy}`.toLowerCase()
      },
    }
  })
  const numEntries = registryIds.map((id): Fact => {
    const held = rows('entries', { registry_id: id }).filter((row) =>
      HELD.includes(String(row['entry_type'])),
    )
    return {
      indexed: `${held.length} entries`,
      read: async () =>
        `${await client.readContract({ ...entriesAt, functionName: 'numEntries', args: [id] })} entries`,
    }
  })
  return [...entries, ...numEntries]
}
