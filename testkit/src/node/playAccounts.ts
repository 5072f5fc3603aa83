import { accountRegistryManagerAbi } from '@connex/contracts'
import { keccak256, pad, toHex } from 'viem'
import { encodeCall } from './Move.ts'
import type { Action } from './Move.ts'
import type { Random } from './seeded.ts'
import type { Member, LedgerFixture } from './World.ts'

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
