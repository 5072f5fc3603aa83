import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  entryRegistryManagerAbi,
} from '@connex/contracts'
import { encodeAbiParameters, keccak256, pad, toHex } from 'viem'
import type { Address, Hex } from 'viem'
import { encodeCall } from '../ledger/actions.ts'
import type { Action } from '../ledger/actions.ts'
import type { LedgerFixture, Member } from '../ledger/members.ts'
import type { Random } from '../random.ts'

/** What registrars and owners do with accounts besides deliveries. */
export function randomAccountActions({ ledger, registrar, banks, registryIds, accounts }: LedgerFixture) {
  const dapp = ledger.deployment.contracts.AccountRegistryManager
  const accountAction = (by: Member, name: string, ...args: unknown[]): Action => ({
    by,
    dapp,
    data: encodeCall(accountRegistryManagerAbi, name, args),
  })

  return (random: Random): Action => {
    const id = random.pick(registryIds)
    const { member, accountNum } = random.pick(accounts)
    const account = { owner: member.tenant, accountNum }
    const second = random.pick(accounts.filter((one) => one.member === member)).accountNum
    const other = random.pick(accounts)
    const to = { owner: other.member.tenant, accountNum: other.accountNum }
    const quantity = BigInt(random.below(12) + 1)
    const reason = keccak256(toHex(random.below(1000)))
    const prepared = keccak256(toHex(`prepared ${random.below(4)}`))
    const from = [{ accountNum, quantity: 2n * quantity }]
    const split = [
      { accountNum: second, quantity },
      { accountNum, quantity },
    ]
    return random.pick<() => Action>([
      () => accountAction(registrar, 'issue', id, account, quantity * 10n),
      () => accountAction(registrar, 'issue', id, account, quantity * 10n),
      () => accountAction(registrar, 'prepareEntry', id, prepared, account, quantity),
      () => accountAction(registrar, 'issue', id, prepared),
      () => accountAction(registrar, 'terminatePreparedEntry', id, prepared),
      () => accountAction(member, 'markAsRedeemable', id, accountNum, quantity),
      () => accountAction(member, 'markAsRedeemable', id, accountNum, quantity),
      () => accountAction(member, 'cancelRedeemable', id, accountNum, quantity),
      () => accountAction(registrar, 'terminate', id, account, quantity),
      () => accountAction(registrar, 'forcedTransfer', id, account, to, quantity, reason),
      () => accountAction(registrar, 'forcedReorg', id, member.tenant, from, split, reason),
      () => accountAction(member, 'reorg', id, from, split),
      () => accountAction(member, 'transfer', id, accountNum, to, quantity),
      () => accountAction(member, 'approve', id, other.member.tenant, quantity),
      () => accountAction(other.member, 'transferFrom', id, account, to, quantity),
      () =>
        accountAction(registrar, 'setSenderWhitelisted', id, random.pick(banks).tenant, random.chance(0.7)),
      () => accountAction(registrar, 'setConfirmer', pad(toHex(random.below(3)), { size: 20 })),
      () =>
        accountAction(registrar, random.chance(0.4) ? 'suspendRegistry' : 'unsuspendRegistry', id, reason),
      () => accountAction(registrar, 'unsuspendRegistry', id, reason),
      () => accountAction(registrar, 'unsuspendRegistry', id, reason),
      () => accountAction(registrar, 'unsuspendRegistry', id, reason),
    ])()
  }
}

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

/** What the transfer agent, the registrar and owners do over custody chains besides deliveries. */
export function randomCustodyChainActions({ ledger, registrar, chains, accounts }: LedgerFixture) {
  const dapp = ledger.deployment.contracts.ChainRegistryManager
  const chainAction = (by: Member, name: string, ...args: unknown[]): Action => ({
    by,
    dapp,
    data: encodeCall(chainRegistryManagerAbi, name, args),
  })

  return (random: Random): Action => {
    const { registryId, chainId } = random.pick(chains)
    const over = [registryId, chainId] as const
    const { member, accountNum } = random.pick(accounts)
    const account = { owner: member.tenant, accountNum }
    const second = random.pick(accounts.filter((one) => one.member === member)).accountNum
    const other = random.pick(accounts)
    const to = { owner: other.member.tenant, accountNum: other.accountNum }
    const quantity = BigInt(random.below(12) + 1)
    const reason = keccak256(toHex(random.below(1000)))
    const name = keccak256(toHex(`another chain ${random.below(5)}`))
    return random.pick<() => Action>([
      () => chainAction(registrar, 'onramp', ...over, account, quantity * 10n, reason),
      () => chainAction(registrar, 'onramp', ...over, account, quantity * 10n, reason),
      () => chainAction(registrar, 'issue', ...over, account, quantity * 10n, reason),
      () => chainAction(registrar, 'offramp', ...over, account, quantity, reason),
      () => chainAction(registrar, 'offramp', ...over, account, quantity, reason),
      () => chainAction(member, 'markAsRedeemable', ...over, accountNum, quantity),
      () => chainAction(member, 'markAsRedeemable', ...over, accountNum, quantity),
      () => chainAction(member, 'cancelRedeemable', ...over, accountNum, quantity),
      () => chainAction(member, 'transfer', ...over, accountNum, to, quantity),
      () => chainAction(member, 'reorg', ...over, accountNum, second, quantity),
      () => chainAction(registrar, 'forcedTransfer', ...over, account, to, quantity, reason),
      () =>
        chainAction(registrar, 'forcedReorg', ...over, member.tenant, accountNum, second, quantity, reason),
      () => chainAction(registrar, 'createChain', registryId, name, [registrar.tenant], registrar.tenant),
    ])()
  }
}
