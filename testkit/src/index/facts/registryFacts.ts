import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  entryRegistryManagerAbi,
  entryTypes,
  registrationAbi,
  registryStates,
} from '@connex/contracts'
import { zeroAddress } from 'viem'
import type { Address, Hex } from 'viem'
import { registryManagersOf } from '../../ledger/registries.ts'
import { keyOf } from './fact.ts'
import type { Fact, FactContext } from './fact.ts'

/** States of registries, whom they let move, and who agrees to their end. */
export function registrationFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds, banks, registrar } = world
  const inAccounts = { registry_manager: contracts.AccountRegistryManager }
  const accountsAt = { ...at, address: contracts.AccountRegistryManager, abi: registrationAbi }

  const registries = registryManagersOf(world).flatMap((address) =>
    registryIds.flatMap((id) => [
      registryState(address, id),
      ...banks.map(({ tenant }) => mayTransfer(address, id, tenant)),
    ]),
  )
  function registryState(address: Address, id: Hex): Fact {
    const { state } = one('registries', { registry_manager: address, registry_id: id })
    const call = { ...at, address, abi: registrationAbi, functionName: 'registries', args: [id] } as const
    return {
      indexed: `registry ${state ?? 'NONE'}`,
      read: async () => `registry ${registryStates[(await client.readContract(call)).registryState]}`,
    }
  }
  function mayTransfer(address: Address, id: Hex, sender: Address): Fact {
    const wanted = { registry_manager: address, registry_id: id, sender }
    const call = { ...at, address, abi: registrationAbi, functionName: 'isSenderWhitelisted' } as const
    return {
      indexed: `may transfer ${rows('sender_whitelist', wanted).length === 1}`,
      read: async () => `may transfer ${await client.readContract({ ...call, args: [id, sender] })}`,
    }
  }
  const confirmer: Fact = {
    indexed: `confirmer ${one('registry_confirmers', { ...inAccounts, tenant: registrar.tenant })['confirmer'] ?? zeroAddress}`,
    read: async () =>
      `confirmer ${await client.readContract({ ...accountsAt, functionName: 'confirmers', args: [registrar.tenant] })}`.toLowerCase(),
  }
  return [...registries, confirmer]
}

/** Marks, allowances and prepared issues. */
export function accountFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds, accounts, banks } = world
  const accountsAt = { ...at, address: contracts.AccountRegistryManager, abi: accountRegistryManagerAbi }
  const inAccounts = { registry_manager: contracts.AccountRegistryManager }

  const marks = registryIds.flatMap((id) =>
    accounts.map((account): Fact => {
      const row = one('marks', { ...inAccounts, registry_id: id, ...keyOf(account) })
      const args = [id, { owner: account.member.tenant, accountNum: account.accountNum }] as const
      return {
        indexed: `marked ${row['quantity'] ?? 0}`,
        read: async () =>
          `marked ${await client.readContract({ ...accountsAt, functionName: 'markedBalanceOf', args })}`,
      }
    }),
  )
  const allowances = registryIds.flatMap((id) =>
    banks.flatMap((owner) =>
      banks.map((spender): Fact => {
        const parties = { owner: owner.tenant, spender: spender.tenant }
        const row = one('allowances', { ...inAccounts, registry_id: id, ...parties })
        const args = [id, owner.tenant, spender.tenant] as const
        return {
          indexed: `allowed ${row['quantity'] ?? 0}`,
          read: async () =>
            `allowed ${await client.readContract({ ...accountsAt, functionName: 'allowance', args })}`,
        }
      }),
    ),
  )
  const prepared = rows('prepared_issues', inAccounts).map((row): Fact => {
    const args = [row['registry_id'] as Hex, row['entry_ref'] as Hex] as const
    return {
      indexed: `prepared ${row['receiver']} ${row['account']} ${row['quantity']}`,
      async read() {
        const [to, quantity] = await client.readContract({
          ...accountsAt,
          functionName: 'preparedEntries',
          args,
        })
        return `prepared ${to.owner.toLowerCase()} ${to.accountNum} ${quantity}`
      },
    }
  })
  return [...marks, ...allowances, ...prepared]
}

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

/** What accounts hold over each chain and over all, and what came and went by the ramps. */
export function chainFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds, accounts, chains } = world
  const chainsAt = { ...at, address: contracts.ChainRegistryManager, abi: chainRegistryManagerAbi }
  const inChains = { registry_manager: contracts.ChainRegistryManager }

  const chainPositions = chains.flatMap(({ registryId, chainId }) =>
    accounts.map((account): Fact => {
      const row = one('chain_positions', { ...inChains, custody_chain_id: chainId, ...keyOf(account) })
      const mark = one('marks', {
        ...inChains,
        registry_id: registryId,
        custody_chain_id: chainId,
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
    const args = [row['custody_chain_id'] as Hex] as const
    return {
      indexed: `ramps ${row['onramped']} ${row['offramped']}`,
      read: async () =>
        `ramps ${(await client.readContract({ ...chainsAt, functionName: 'chainSupplyOf', args })).join(' ')}`,
    }
  })
  return [...chainPositions, ...sums, ...supplies]
}
