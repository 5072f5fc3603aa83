import { entryRegistryManagerAbi } from '@connex/contracts'
import { encodeAbiParameters, keccak256, toHex } from 'viem'
import type { Address, Hex } from 'viem'
import { encodeCall } from './Move.ts'
import type { Action } from './Move.ts'
import type { Random } from './seeded.ts'
import type { Member, LedgerFixture } from './World.ts'

type Entry = { fingerprint: Hex; registryId: Hex; owner: Address }

export type EntryActions = {
  next: (random: Random) => Action
  /** What a side of a delivery's leg says: entries that its sender may have, or new ones. */
  spentData: (random: Random, registryId: Hex, owner: Address) => Hex
  createdData: (random: Random, registryId: Hex, owner: Address) => Hex
}

/** What registrars and owners do with entries. Who has which is only guessed: the ledger knows. */
export function randomEntryActions({ ledger, registrar, banks, registryIds }: LedgerFixture): EntryActions {
  const dapp = ledger.deployment.contracts.EntryRegistryManager
  const named: Entry[] = []
  const next = (by: Member, name: string, ...args: unknown[]): Action => ({
    by,
    dapp,
    data: encodeCall(entryRegistryManagerAbi, name, args),
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
    next(random) {
      const id = random.pick(registryIds)
      const bank = random.pick(banks)
      const { tenant } = bank
      const other = random.pick(banks.filter((one) => one !== bank)).tenant
      const reason = keccak256(toHex(random.below(1000)))
      const own = () => some(random, id, tenant)
      const begun = (owner = tenant) => fresh(random, id, owner)
      return random.pick<() => Action>([
        () => next(registrar, 'issue', id, begun(), tenant),
        () => next(registrar, 'issue', id, begun(), tenant),
        () => next(registrar, 'issue', id, begun(), tenant),
        () => next(registrar, 'issue', id, own(), tenant),
        () => next(registrar, 'prepareEntry', id, begun(), tenant),
        () => next(registrar, 'terminatePreparedEntry', id, own(), tenant),
        () => next(bank, 'reorg', id, own(), begun()),
        () => next(bank, 'transfer', id, own(), other, begun(other)),
        () => next(registrar, 'forcedTransfer', id, tenant, own(), other, begun(other), reason),
        () => next(registrar, 'forcedReorg', id, tenant, own(), begun(), reason),
        () => next(bank, 'markAsRedeemable', id, own()),
        () => next(bank, 'cancelRedeemable', id, own()),
        () => next(registrar, 'terminateEntry', id, own(), tenant),
      ])()
    },
  }
}
