import { accountRegistryManagerAbi } from '@connex/contracts'
import { keccak256, pad, toHex } from 'viem'
import { callOf } from './Move.ts'
import type { Move } from './Move.ts'
import type { Random } from './seeded.ts'
import type { Member, World } from './World.ts'

/** What registrars and owners do with accounts besides deliveries. */
export function playAccounts({ ledger, registrar, banks, registryIds, accounts }: World) {
  const dapp = ledger.deployment.contracts.AccountRegistryManager
  const move = (by: Member, name: string, ...args: unknown[]): Move => ({
    by,
    dapp,
    data: callOf(accountRegistryManagerAbi, name, args),
  })

  return (random: Random): Move => {
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
    return random.pick<() => Move>([
      () => move(registrar, 'issue', id, account, quantity * 10n),
      () => move(registrar, 'issue', id, account, quantity * 10n),
      () => move(registrar, 'prepareEntry', id, prepared, account, quantity),
      () => move(registrar, 'issue', id, prepared),
      () => move(registrar, 'terminatePreparedEntry', id, prepared),
      () => move(member, 'markAsRedeemable', id, accountNum, quantity),
      () => move(member, 'markAsRedeemable', id, accountNum, quantity),
      () => move(member, 'cancelRedeemable', id, accountNum, quantity),
      () => move(registrar, 'terminate', id, account, quantity),
      () => move(registrar, 'forcedTransfer', id, account, to, quantity, reason),
      () => move(registrar, 'forcedReorg', id, member.tenant, from, split, reason),
      () => move(member, 'reorg', id, from, split),
      () => move(member, 'transfer', id, accountNum, to, quantity),
      () => move(member, 'approve', id, other.member.tenant, quantity),
      () => move(other.member, 'transferFrom', id, account, to, quantity),
      () => move(registrar, 'setSenderWhitelisted', id, random.pick(banks).tenant, random.chance(0.7)),
      () => move(registrar, 'setConfirmer', pad(toHex(random.below(3)), { size: 20 })),
      () => move(registrar, random.chance(0.4) ? 'suspendRegistry' : 'unsuspendRegistry', id, reason),
      () => move(registrar, 'unsuspendRegistry', id, reason),
      () => move(registrar, 'unsuspendRegistry', id, reason),
      () => move(registrar, 'unsuspendRegistry', id, reason),
    ])()
  }
}
