import { dappControllerAbi } from '@connex/contracts'
import { controllerFor } from '@connex/contracts/deploy'
import { encodeFunctionData, maxUint256, zeroAddress } from 'viem'
import type { Abi, Address, Hex } from 'viem'
import type { Member } from './members.ts'
import type { TestLedger } from './testLedger.ts'

/** What somebody does next: a call of its tenant at a dApp, or at something else that belongs to it. */
export type Action = { by: Member; dapp: Address; data: Hex; target?: Address }

/** Random calls name functions by chance, so their arguments are not checked before the ledger does. */
export const encodeCall = (abi: Abi, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })

/** The member's user lets its tenant make one call, in a block of its own. A call that the contracts refuse changes nothing. */
export async function sendAs(ledger: TestLedger, member: Member, dapp: Address, data: Hex): Promise<void> {
  await ledger.rpc('eth_sendRawTransaction', await signCall(ledger, member, dapp, data))
  await ledger.rpc('anvil_mine', '0x1')
}

/** `target` is the dApp itself, or something that belongs to it. */
export const signCall = (
  ledger: TestLedger,
  member: Member,
  dapp: Address,
  data: Hex,
  target: Address = dapp,
): Promise<Hex> =>
  signTransaction(
    ledger,
    member,
    controllerFor(member.controllers, dapp),
    encodeFunctionData({
      abi: dappControllerAbi,
      functionName: 'delegateBatchWithMultisig',
      args: [[{ target, data }], [], { nonce: 0n, deadline: maxUint256, sender: zeroAddress }],
    }),
  )

/** The user's own, without its tenant. Signed by hand: a test makes hundreds of these. */
export async function signTransaction(
  { rpc, chainId, ledger }: TestLedger,
  { user }: Member,
  to: Address,
  data: Hex,
): Promise<Hex> {
  const nonce = (await rpc('eth_getTransactionCount', user.address, 'pending')) as Hex
  const { gasPrice } = ledger
  return user.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(nonce),
    gas: 16_000_000n,
    gasPrice,
    to,
    data,
  })
}
