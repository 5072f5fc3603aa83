import { entryRegistryManagerAbi } from '@connex/contracts'
import { encodeAbiParameters, keccak256, toHex } from 'viem'
import type { Address, Hex } from 'viem'
import { callOf } from './Move.ts'
import type { Move } from './Move.ts'
import type { Random } from './seeded.ts'
import type { Member, World } from './World.ts'

type Entry = { fingerprint: Hex; registryId: Hex; owner: Address }

export type Entries = {
  move: (random: Random) => Move
  /** What a side of a delivery's leg says: entries that its sender may have, or new ones. */
  spentData: (random: Random, registryId: Hex, owner: Address) => Hex
  createdData: (random: Random, registryId: Hex, owner: Address) => Hex
}

/** What registrars and owners do with entries. Who has which is only guessed: the ledger knows. */
export function playEntries({ ledger, registrar, banks, registryIds }: World): Entries {
  const dapp = ledger.deployment.contracts.EntryRegistryManager
  const named: Entry[] = []
  const move = (by: Member, name: string, ...args: unknown[]): Move => ({
    by,
    dapp,
    data: callOf(entryRegistryManagerAbi, name, args),
  })

  function fresh(random: Random, registryId: Hex, owner: Address): Hex[] {
    return Array.from({ length: random.below(3) + 1 }, () => {
      const fingerprint = keccak256(toHex(`entry ${named.length} ${random.below(2 ** 32)}`))
      named.push({ fingerprint, registryId, owner })
      return fingerprint
    })
  }

  function some(random: Random, registryId: Hex, owner: Address): Hex[] {
    const own = named
      .filter((entry) => entry.registryId === registryId && entry.owner === owner)
      .slice(-8)
      .map(({ fingerprint }) => fingerprint)
    if (own.length === 0) return fresh(random, registryId, owner)
    return [...new Set([random.pick(own), ...(random.chance(0.3) ? [random.pick(own)] : [])])]
  }

  const data = (fingerprints: Hex[]): Hex => encodeAbiParameters([{ type: 'bytes32[]' }], [fingerprints])

  return {
    spentData: (random, registryId, owner) => data(some(random, registryId, owner)),
    createdData: (random, registryId, owner) => data(fresh(random, registryId, owner)),
    move(random) {
      const id = random.pick(registryIds)
      const bank = random.pick(banks)
      const { tenant } = bank
      const other = random.pick(banks.filter((one) => one !== bank)).tenant
      const reason = keccak256(toHex(random.below(1000)))
      const own = () => some(random, id, tenant)
      const begun = (owner = tenant) => fresh(random, id, owner)
      return random.pick<() => Move>([
        () => move(registrar, 'issue', id, begun(), tenant),
        () => move(registrar, 'issue', id, begun(), tenant),
        () => move(registrar, 'issue', id, begun(), tenant),
        () => move(registrar, 'issue', id, own(), tenant),
        () => move(registrar, 'prepareEntry', id, begun(), tenant),
        () => move(registrar, 'terminatePreparedEntry', id, own(), tenant),
        () => move(bank, 'reorg', id, own(), begun()),
        () => move(bank, 'transfer', id, own(), other, begun(other)),
        () => move(registrar, 'forcedTransfer', id, tenant, own(), other, begun(other), reason),
        () => move(registrar, 'forcedReorg', id, tenant, own(), begun(), reason),
        () => move(bank, 'markAsRedeemable', id, own()),
        () => move(bank, 'cancelRedeemable', id, own()),
        () => move(registrar, 'terminateEntry', id, own(), tenant),
      ])()
    },
  }
}
