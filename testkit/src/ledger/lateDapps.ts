// Registry managers that are at work before the platform knows them: what they and their privilege managers have logged by
// then is a past, which the index has to have as of their registration.
import {
  accountRegistryManagerAbi,
  dappTypes,
  earmarkProtocolsAbi,
  factoryAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  privileges,
} from '@connex/contracts'
import { bytecode } from '@connex/contracts/bytecode'
import { send } from '@connex/contracts/deploy'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  pad,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Address, Hex } from 'viem'
import type { Action } from './actions.ts'
import type { LateDapp, Member } from './members.ts'
import { DEPLOYER } from './testLedger.ts'
import type { TestLedger } from './testLedger.ts'

/** Where a proxy has the address of its code (ERC-1967). */
const CODE_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** Of its own privilege manager the operator's user is the super user, so that it acts without a controller. */
export const operatorOf = ({ deployment, operatorUser }: TestLedger): Member => ({
  ...deployment.operator,
  name: 'operator',
  key: DEPLOYER,
  user: operatorUser,
})

/** Another registry manager with the deployed code, unknown to the platform. The ledger must mine automatically. */
export async function deployLateDapp(test: TestLedger, name: string): Promise<LateDapp> {
  const { ledger, operatorUser, deployment, rpc } = test
  const { Factory, PlatformManager, AccountRegistryManager } = deployment.contracts
  const holder = operatorUser.address
  const changes = [{ privilege: privileges['registry.OPERATOR'], instance: zeroAddress, granted: true }]
  const made = await send(ledger, operatorUser, 'make a privilege manager', {
    to: Factory,
    data: encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createPrivilegeManager',
      args: [holder, [{ holder, changes }]],
    }),
  })
  const [event] = parseEventLogs({ abi: factoryAbi, eventName: 'PrivilegeManagerCreated', logs: made.logs })
  if (event === undefined) throw new Error('the factory made no privilege manager')
  const { privilegeManager } = event.args
  const slot = (await rpc('eth_getStorageAt', AccountRegistryManager, CODE_SLOT, 'latest')) as Hex
  const init = encodeFunctionData({
    abi: accountRegistryManagerAbi,
    functionName: 'init',
    args: [PlatformManager, privilegeManager],
  })
  const types = [{ type: 'address' }, { type: 'bytes' }]
  const code = getAddress(`0x${slot.slice(-40)}`)
  const { contractAddress } = await send(ledger, operatorUser, 'deploy a late dApp', {
    data: concatHex([bytecode.ManagerProxy, encodeAbiParameters(types, [code, init])]),
  })
  if (contractAddress == null) throw new Error('the ledger gave the dApp no address')
  return { name, manager: getAddress(contractAddress), privilegeManager }
}

/** Protocols and holders that a dApp's past and later life name. */
export const PROTOCOLS: readonly Address[] = [1, 2, 3].map((digit) => pad(`0x${digit}`, { size: 20 }))
const RIGHT = privileges['registry.INVESTOR']

type AtDapp = Pick<Action, 'dapp' | 'data'>

/** By the operator's user itself: each of them is an event, as long as the contract takes it. */
export const announceProtocol = ({ manager }: LateDapp, protocol: Address): AtDapp => ({
  dapp: manager,
  data: encodeFunctionData({
    abi: earmarkProtocolsAbi,
    functionName: 'announceEarmarkProtocol',
    args: [protocol],
  }),
})

export const withdrawProtocol = ({ manager }: LateDapp, protocol: Address): AtDapp => ({
  dapp: manager,
  data: encodeFunctionData({
    abi: earmarkProtocolsAbi,
    functionName: 'withdrawEarmarkProtocol',
    args: [protocol],
  }),
})

export const changeHolder = (
  { privilegeManager }: LateDapp,
  holder: Address,
  change: 'grant' | 'revoke',
): AtDapp => ({
  dapp: privilegeManager,
  data: encodeFunctionData({
    abi: privilegeManagerAbi,
    functionName: change,
    args: [holder, RIGHT, zeroAddress],
  }),
})

/** The operator's call at the platform, by its controller. */
export const registerLateDapp = ({ manager, name }: LateDapp): Hex =>
  encodeFunctionData({
    abi: platformManagerAbi,
    functionName: 'registerDAPP',
    args: [manager, dappTypes.registry, name, zeroHash],
  })
