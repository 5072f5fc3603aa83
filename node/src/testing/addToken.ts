// A token for legs that move tokens, as an operator and its tenants would bring it in: registered, with a controller for each
// member, some of it in everybody's hands, and the leg managers allowed to take it.
import { dappTypes, factoryAbi, platformManagerAbi } from '@connex/contracts'
import { controllerFor, delegate, send, workflowConfig } from '@connex/contracts/deploy'
import { encodeFunctionData, maxUint256, parseAbi, parseEventLogs, zeroHash } from 'viem'
import type { Address } from 'viem'
import type { TestLedger } from './startTestLedger.ts'
import { tokenCode } from './tokenCode.ts'
import type { Member } from './World.ts'

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function stop(bool yes)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])

export async function addToken(
  { ledger, deployment, operatorUser }: TestLedger,
  members: readonly Member[],
): Promise<Address> {
  const { PlatformManager, Factory, HtlcLegManager, Erc20LegManager } = deployment.contracts
  const { contractAddress: token } = await send(ledger, operatorUser, 'deploy a token', { data: tokenCode })
  if (token == null) throw new Error('the ledger gave the token no address')
  const registerType = { abi: platformManagerAbi, functionName: 'registerType' } as const
  const register = { abi: platformManagerAbi, functionName: 'registerDAPP' } as const
  await delegate(
    ledger,
    operatorUser,
    'register the token',
    controllerFor(deployment.operator.controllers, PlatformManager),
    [
      encodeFunctionData({ ...registerType, args: [dappTypes.token, zeroHash] }),
      encodeFunctionData({ ...register, args: [token, dappTypes.token, 'Test Euro', zeroHash] }),
    ].map((data) => ({ target: PlatformManager, data })),
  )
  for (const member of members) {
    const create = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createGenericDAPPController',
      args: [token, workflowConfig('token')],
    })
    const platform = controllerFor(member.controllers, PlatformManager)
    const { logs } = await delegate(ledger, member.user, 'make a controller for the token', platform, [
      { target: Factory, data: create },
    ])
    const [made] = parseEventLogs({ abi: factoryAbi, eventName: 'ControllerCreated', logs })
    if (made === undefined) throw new Error('the factory made no controller')
    member.controllers.push({ address: made.args.controller, dapp: token, type: 'token' })
    const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [member.tenant, 10n ** 9n] })
    await send(ledger, member.user, 'mint', { to: token, data: mint })
    const approve = { abi: tokenAbi, functionName: 'approve' } as const
    await delegate(
      ledger,
      member.user,
      'let the leg managers take it',
      made.args.controller,
      [HtlcLegManager, Erc20LegManager].map((spender) => ({
        target: token,
        data: encodeFunctionData({ ...approve, args: [spender, maxUint256] }),
      })),
    )
  }
  return token
}
