import { encodeFunctionData, getAddress, pad, toFunctionSelector, zeroAddress } from 'viem'
import type { Abi, Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  privileges,
  tenantAbi,
} from '../../generated/index.ts'
import type { PrivilegeName } from '../../script/deploy.ts'
import { controllerFor, workflowConfig } from '../../script/deploy.ts'
import { change, changing, openMatrixFixture, privilegeNames } from './matrixFixture.ts'
import type { MatrixFixture } from './matrixFixture.ts'

const abis: readonly Abi[] = [
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  tenantAbi,
]
const selectors = [...new Set(abis.flatMap(changing).map(toFunctionSelector))]
const activating = 'user.DAPP_USER'

const controllers = [
  ['PlatformManager', workflowConfig('platform')],
  ['InstrumentManager', workflowConfig('instrument')],
  ['AccountRegistryManager', workflowConfig('registry', 'AccountRegistryManager')],
  ['EntryRegistryManager', workflowConfig('registry', 'EntryRegistryManager')],
  ['ChainRegistryManager', workflowConfig('registry', 'ChainRegistryManager')],
  ['DeliveryManager', workflowConfig('delivery')],
] as const
type Dapp = (typeof controllers)[number][0]

const opening = new Set(controllers.flatMap(([, config]) => config.map(({ privilege }) => privilege)))
const isForUsers = (name: PrivilegeName): boolean =>
  name.startsWith('user.') || name.endsWith('_RO') || opening.has(privileges[name])

/** What a user holds beside being active: one privilege for users, or everything that is for tenants and dApps. */
const holdings: readonly (readonly PrivilegeName[])[] = [
  ...privilegeNames.filter(isForUsers).map((name) => [name]),
  privilegeNames.filter((name) => !isForUsers(name)),
]
const users = holdings.map((held, index) => ({
  held,
  address: getAddress(pad(`0x${(0xa000 + index).toString(16)}`, { size: 20 })),
}))

let fixture: MatrixFixture

beforeAll(async () => {
  fixture = await openMatrixFixture()
  const { tenant, privilegeManager } = fixture.tenant
  const give = (user: Address, name: PrivilegeName) =>
    fixture.act({ from: tenant, to: privilegeManager, data: change('grant', user, name) })
  for (const { held, address } of users) {
    for (const name of new Set([activating, ...held] as const)) await give(address, name)
  }
})

afterAll(() => fixture.stop())

/** What a user's batch of one call meets; the call goes to the dApp, which a target that is allowed is. */
async function outcomesOf(dapp: Dapp, pairs: readonly (readonly [Address, Hex])[]): Promise<string[]> {
  const target = fixture.deployment.contracts[dapp]
  const to = controllerFor(fixture.tenant.controllers, target)
  return fixture.outcomes(
    pairs.map(([from, selector]) => ({
      from,
      to,
      data: encodeFunctionData({
        abi: dappControllerAbi,
        functionName: 'delegateBatchWithMultisig',
        args: [[{ target, data: selector }], [], { nonce: 0n, deadline: 2n ** 64n, sender: zeroAddress }],
      }),
    })),
  )
}

const refusals = ['CallSelectorNotConfigured', 'UserNotPrivileged', 'UserNotActive', 'CallTargetForbidden']

test.each(controllers)(
  'P21: every function of the controller of a %s opens to the one privilege that is configured, and to no other',
  async (dapp, config) => {
    const configured = new Map(config.map((entry) => [entry.functionSelector, entry.privilege]))
    const pairs = [...configured].flatMap(([selector, privilege]) =>
      users.map(({ held, address }) => ({
        selector,
        address,
        held,
        isOpen: held.some((name) => privileges[name] === privilege),
      })),
    )
    const outcomes = await outcomesOf(
      dapp,
      pairs.map(({ address, selector }) => [address, selector] as const),
    )
    const wrong = pairs.filter(({ isOpen }, index) => {
      const outcome = outcomes[index] ?? ''
      return isOpen ? refusals.includes(outcome) : outcome !== 'UserNotPrivileged'
    })
    expect(wrong.map(({ held, selector }) => `${held.join()} ${selector}`)).toEqual([])
    expect(pairs.filter(({ isOpen }) => isOpen)).toHaveLength(configured.size)
  },
)

test.each(controllers)(
  'P21: what is not configured is closed to every user of the controller of a %s',
  async (dapp, config) => {
    const configured = new Set(config.map((entry) => entry.functionSelector))
    const closed = selectors.filter((selector) => !configured.has(selector))
    const pairs = closed.flatMap((selector) => users.map(({ address }) => [address, selector] as const))
    expect(new Set(await outcomesOf(dapp, pairs))).toEqual(new Set(['CallSelectorNotConfigured']))
  },
)

test('P21: a read-only twin, the by-pass and the mere user open nothing', () => {
  const idle = privilegeNames.filter((name) => /_RO$|BYPASS|DAPP_USER|NODE_ACCOUNT/.test(name))
  expect(idle.length).toBeGreaterThan(9)
  expect(idle.filter((name) => opening.has(privileges[name]))).toEqual([])
})
