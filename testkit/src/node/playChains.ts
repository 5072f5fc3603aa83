import { chainRegistryManagerAbi } from '@connex/contracts'
import { keccak256, toHex } from 'viem'
import { encodeCall } from './Move.ts'
import type { Action } from './Move.ts'
import type { Random } from './seeded.ts'
import type { Member, LedgerFixture } from './World.ts'

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
