// Of registers and locks, what the index says and what the contracts answer themselves, as lines to compare.
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  entryRegistryManagerAbi,
  entryTypes,
  lockingLegManagerAbi,
  registrationAbi,
  registryStates,
} from '@connex/contracts'
import { zeroAddress, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import type { AnyRow } from '../storage/projections.ts'
import { registryManagersOf } from './openRegistries.ts'
import type { Index } from './readIndex.ts'
import type { World } from './World.ts'

/** A question to the ledger, and what the index answers. */
type Fact = { said: string; ask: () => Promise<string> }
type Wanted = Readonly<Record<string, string>>

const HELD = ['ISSUED', 'REDEEMABLE', 'EXPORTING']
const LIVING = ['CREATED', 'PENDING']

/** `index` holds the versions of one block, which is the one to ask of; the head's where none is named. */
export async function registerFacts(
  world: World,
  index: Index,
  block?: number,
): Promise<{ said: string[]; true: string[] }> {
  const facts = factsOf(world, index, block === undefined ? {} : { blockNumber: BigInt(block) })
  return { said: facts.map(({ said }) => said), true: await Promise.all(facts.map(({ ask }) => ask())) }
}

function factsOf(world: World, index: Index, at: { blockNumber?: bigint }): Fact[] {
  const { client } = world.ledger.ledger
  const { registryIds, accounts, chains, banks, registrar } = world
  const { contracts } = world.ledger.deployment
  const rows = (table: string, wanted: Wanted = {}) =>
    (index[table] ?? []).filter((row) =>
      Object.entries(wanted).every(([column, value]) => String(row[column]) === value.toLowerCase()),
    )
  const one = (table: string, wanted: Wanted): AnyRow => rows(table, wanted)[0] ?? {}
  const accountsAt = { ...at, address: contracts.AccountRegistryManager, abi: accountRegistryManagerAbi }
  const entriesAt = { ...at, address: contracts.EntryRegistryManager, abi: entryRegistryManagerAbi }
  const chainsAt = { ...at, address: contracts.ChainRegistryManager, abi: chainRegistryManagerAbi }
  const locksAt = { ...at, address: contracts.HtlcLegManager, abi: lockingLegManagerAbi }
  const inAccounts = { registry_manager: contracts.AccountRegistryManager }
  const inChains = { registry_manager: contracts.ChainRegistryManager }
  const keyOf = ({ member, accountNum }: World['accounts'][number]) => ({
    owner: member.tenant,
    account: `${accountNum}`,
  })

  const marks = registryIds.flatMap((id) =>
    accounts.map((account): Fact => {
      const row = one('marks', { ...inAccounts, registry_id: id, ...keyOf(account) })
      const args = [id, { owner: account.member.tenant, accountNum: account.accountNum }] as const
      return {
        said: `marked ${row['quantity'] ?? 0}`,
        ask: async () =>
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
          said: `allowed ${row['quantity'] ?? 0}`,
          ask: async () =>
            `allowed ${await client.readContract({ ...accountsAt, functionName: 'allowance', args })}`,
        }
      }),
    ),
  )
  const prepared = rows('prepared_issues', inAccounts).map((row): Fact => {
    const args = [row['registry_id'] as Hex, row['entry_ref'] as Hex] as const
    return {
      said: `prepared ${row['receiver']} ${row['account']} ${row['quantity']}`,
      async ask() {
        const [to, quantity] = await client.readContract({
          ...accountsAt,
          functionName: 'preparedEntries',
          args,
        })
        return `prepared ${to.owner.toLowerCase()} ${to.accountNum} ${quantity}`
      },
    }
  })
  const entries = rows('entries').map((row): Fact => {
    const args = [row['registry_id'] as Hex, row['fingerprint'] as Hex] as const
    return {
      said: `entry ${row['entry_type']} ${row['owner']} ${row['earmarked_by']}`,
      async ask() {
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
      said: `${held.length} entries`,
      ask: async () =>
        `${await client.readContract({ ...entriesAt, functionName: 'numEntries', args: [id] })} entries`,
    }
  })
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
        said: `chain ${row['balance'] ?? 0} ${row['earmarked'] ?? 0} ${mark['quantity'] ?? 0}`,
        ask: async () =>
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
        said: `over all chains ${row['balance'] ?? 0}`,
        async ask() {
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
      said: `ramps ${row['onramped']} ${row['offramped']}`,
      ask: async () =>
        `ramps ${(await client.readContract({ ...chainsAt, functionName: 'chainSupplyOf', args })).join(' ')}`,
    }
  })
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
      said: `registry ${state ?? 'NONE'}`,
      ask: async () => `registry ${registryStates[(await client.readContract(call)).registryState]}`,
    }
  }
  function mayTransfer(address: Address, id: Hex, sender: Address): Fact {
    const wanted = { registry_manager: address, registry_id: id, sender }
    const call = { ...at, address, abi: registrationAbi, functionName: 'isSenderWhitelisted' } as const
    return {
      said: `may transfer ${rows('sender_whitelist', wanted).length === 1}`,
      ask: async () => `may transfer ${await client.readContract({ ...call, args: [id, sender] })}`,
    }
  }
  const confirmer: Fact = {
    said: `confirmer ${one('registry_confirmers', { ...inAccounts, tenant: registrar.tenant })['confirmer'] ?? zeroAddress}`,
    ask: async () =>
      `confirmer ${await client.readContract({ ...accountsAt, functionName: 'confirmers', args: [registrar.tenant] })}`.toLowerCase(),
  }
  const locks = rows('locks').map((row): Fact => {
    const { state } = one('deliveries', { delivery_id: String(row['delivery_id']) })
    const isLiving = LIVING.includes(String(state))
    return {
      said: isLiving
        ? `lock ${row['hash']} ${row['deadline']} ${row['key'] !== null}`
        : `lock ${zeroHash} 0 false`,
      async ask() {
        const args = [row['leg_ref'] as Hex] as const
        const lock = await client.readContract({ ...locksAt, functionName: 'locks', args })
        return `lock ${lock.hash} ${lock.deadline} ${lock.isUnlocked}`
      },
    }
  })
  return [
    ...[...marks, ...allowances, ...prepared, ...entries, ...numEntries, ...chainPositions, ...sums],
    ...[...supplies, ...registries, confirmer, ...locks],
  ].map(({ said, ask }) => ({ said: said.toLowerCase(), ask: async () => (await ask()).toLowerCase() }))
}
