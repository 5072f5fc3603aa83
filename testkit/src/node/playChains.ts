import { chainRegistryManagerAbi } from '@connex/contracts'
import { keccak256, toHex } from 'viem'
import { callOf } from './Move.ts'
import type { Move } from './Move.ts'
import type { Random } from './seeded.ts'
import type { Member, World } from './World.ts'

/** What the transfer agent, the registrar and owners do over custody chains besides deliveries. */
export function playChains({ ledger, registrar, chains, accounts }: World) {
  const dapp = ledger.deployment.contracts.ChainRegistryManager
  const move = (by: Member, name: string, ...args: unknown[]): Move => ({
    by,
    dapp,
    data: callOf(chainRegistryManagerAbi, name, args),
  })

  return (random: Random): Move => {
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
    return random.pick<() => Move>([
      () => move(registrar, 'onramp', ...over, account, quantity * 10n, reason),
      () => move(registrar, 'onramp', ...over, account, quantity * 10n, reason),
      () => move(registrar, 'issue', ...over, account, quantity * 10n, reason),
      () => move(registrar, 'offramp', ...over, account, quantity, reason),
      () => move(registrar, 'offramp', ...over, account, quantity, reason),
      () => move(member, 'markAsRedeemable', ...over, accountNum, quantity),
      () => move(member, 'markAsRedeemable', ...over, accountNum, quantity),
      () => move(member, 'cancelRedeemable', ...over, accountNum, quantity),
      () => move(member, 'transfer', ...over, accountNum, to, quantity),
      () => move(member, 'reorg', ...over, accountNum, second, quantity),
      () => move(registrar, 'forcedTransfer', ...over, account, to, quantity, reason),
      () => move(registrar, 'forcedReorg', ...over, member.tenant, accountNum, second, quantity, reason),
      () => move(registrar, 'createChain', registryId, name, [registrar.tenant], registrar.tenant),
    ])()
  }
}
