import { chainRegistryManagerAbi } from '@connex/contracts'
import type { Hex } from 'viem'
import { keyOf } from './Fact.ts'
import type { FactContext, Fact } from './Fact.ts'

/** What accounts hold over each chain and over all, and what came and went by the ramps. */
export function chainFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds, accounts, chains } = world
  const chainsAt = { ...at, address: contracts.ChainRegistryManager, abi: chainRegistryManagerAbi }
  const inChains = { registry_manager: contracts.ChainRegistryManager }

  const chainPositions = chains.flatMap(({ registryId, chainId }) =>
    accounts.map((account): Fact => {
      const row = one('chain_positions', { ...inChains, chain_id: chainId, ...keyOf(account) })
      const mark = one('marks', {
        ...inChains,
        registry_id: registryId,
        chain_id: chainId,
        ...keyOf(account),
      })
      const args = [chainId, { owner: account.member.tenant, accountNum: account.accountNum }] as const
      return {
        indexed: `chain ${row['balance'] ?? 0} ${row['earmarked'] ?? 0} ${mark['quantity'] ?? 0}`,
        read: async () =>
          `chain ${(await client.readContract({ ...chainsAt, functionName: 'positionOf', args })).join(' ')}`,
      }
    }),
  )
  const sums = registryIds.flatMap((id) =>
    accounts.map((account): Fact => {
      const row = one('positions', { ...inChains, registry_id: id, ...keyOf(account) })
      const { tenant: owner } = account.member
      const args = (chainId: Hex) => [chainId, { owner, accountNum: account.accountNum }] as const
      return {
        indexed: `over all chains ${row['balance'] ?? 0}`,
        async read() {
          const ids = await client.readContract({ ...chainsAt, functionName: 'chainsOf', args: [id] })
          const held = await Promise.all(
            ids.map((chainId) =>
              client.readContract({ ...chainsAt, functionName: 'positionOf', args: args(chainId) }),
            ),
          )
          return `over all chains ${held.reduce((sum, [balance]) => sum + balance, 0n)}`
        },
      }
    }),
  )
  const supplies = rows('custody_chains').map((row): Fact => {
    const args = [row['chain_id'] as Hex] as const
    return {
      indexed: `ramps ${row['onramped']} ${row['offramped']}`,
      read: async () =>
        `ramps ${(await client.readContract({ ...chainsAt, functionName: 'chainSupplyOf', args })).join(' ')}`,
    }
  })
  return [...chainPositions, ...sums, ...supplies]
}
