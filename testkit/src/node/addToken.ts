// Tokens for legs that move tokens, as an operator and its tenants would bring them in: registered, with a controller for each
// member, some of them in everybody's hands, and the leg managers allowed to take them.
import { dappTypes, factoryAbi, platformManagerAbi } from '@connex/contracts'
import { controllerFor, delegate, send, workflowConfig } from '@connex/contracts/deploy'
import { encodeFunctionData, maxUint256, parseAbi, parseEventLogs, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import { itemsCode } from './itemsCode.ts'
import type { TestLedger } from './startTestLedger.ts'
import { tokenCode } from './tokenCode.ts'
import type { Member } from './World.ts'

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function stop(bool yes)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])

type Token = {
  name: string
  code: Hex
  takers: readonly Address[]
  /** Quantities of the one kind, ids of the other. */
  minted: (memberIdx: number) => readonly bigint[]
}

/** Quantities; the managers of ERC20 and HTLC legs take them. */
export const addToken = (test: TestLedger, members: readonly Member[]): Promise<Address> => {
  const { HtlcLegManager, Erc20LegManager } = test.deployment.contracts
  return add(test, members, {
    name: 'Test Euro',
    code: tokenCode,
    takers: [HtlcLegManager, Erc20LegManager],
    minted: () => [10n ** 9n],
  })
}

/** Single items, two for each member: 1 and 2 for the first one, 3 and 4 for the next. */
export const addItems = (test: TestLedger, members: readonly Member[]): Promise<Address> =>
  add(test, members, {
    name: 'Test Items',
    code: itemsCode,
    takers: [test.deployment.contracts.Erc721LegManager],
    minted: (index) => [2n * BigInt(index) + 1n, 2n * BigInt(index) + 2n],
  })

async function add(test: TestLedger, members: readonly Member[], wanted: Token): Promise<Address> {
  const { ledger, deployment, operatorUser } = test
  const { PlatformManager, Factory } = deployment.contracts
  const { contractAddress: token } = await send(ledger, operatorUser, 'deploy a token', { data: wanted.code })
  if (token == null) throw new Error('the ledger gave the token no address')
  const registerType = { abi: platformManagerAbi, functionName: 'registerType' } as const
  const register = { abi: platformManagerAbi, functionName: 'registerDAPP' } as const
  const { valid: isKnown } = await ledger.client.readContract({
    address: PlatformManager,
    abi: platformManagerAbi,
    functionName: 'registeredTypes',
    args: [dappTypes.token],
  })
  await delegate(
    ledger,
    operatorUser,
    'register the token',
    controllerFor(deployment.operator.controllers, PlatformManager),
    [
      ...(isKnown ? [] : [encodeFunctionData({ ...registerType, args: [dappTypes.token, zeroHash] })]),
      encodeFunctionData({ ...register, args: [token, dappTypes.token, wanted.name, zeroHash] }),
    ].map((data) => ({ target: PlatformManager, data })),
  )
  for (const [index, member] of members.entries()) {
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
    for (const value of wanted.minted(index)) {
      const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [member.tenant, value] })
      await send(ledger, member.user, 'mint', { to: token, data: mint })
    }
    const approve = { abi: tokenAbi, functionName: 'approve' } as const
    await delegate(
      ledger,
      member.user,
      'let the leg managers take it',
      made.args.controller,
      wanted.takers.map((spender) => ({
        target: token,
        data: encodeFunctionData({ ...approve, args: [spender, maxUint256] }),
      })),
    )
  }
  return token
}
