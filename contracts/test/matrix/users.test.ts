import { encodeFunctionData, getAddress, pad, toFunctionSelector } from 'viem'
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
import type { DappType, PrivilegeName } from '../../script/deploy.ts'
import { workflowConfig } from '../../script/deploy.ts'
import { change, changing, openMatrixWorld, privilegeNames } from './matrixWorld.ts'
import type { MatrixWorld } from './matrixWorld.ts'

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

/** For each privilege a user who holds that one and is active; for the first, one who is active and no more. */
const users = new Map<PrivilegeName, Address>(
  privilegeNames.map((name, index) => [
    name,
    getAddress(pad(`0x${(0xa000 + index).toString(16)}`, { size: 20 })),
  ]),
)

let world: MatrixWorld

beforeAll(async () => {
  world = await openMatrixWorld()
  const { tenant, privilegeManager } = world.tenant
  const give = (user: Address, name: PrivilegeName) =>
    world.act({ from: tenant, to: privilegeManager, data: change('grant', user, name) })
  for (const [name, user] of users) {
    await give(user, activating)
    if (name !== activating) await give(user, name)
  }
})

afterAll(() => world.stop())

const controllersOf = (type: DappType): Address[] =>
  world.tenant.controllers.filter((one) => one.type === type).map(({ address }) => address)

/** What a user's batch of one call meets; the call goes to the dApp, which a target that is allowed is. */
async function outcomesOf(
  controller: Address,
  pairs: readonly (readonly [Address, Hex])[],
): Promise<string[]> {
  const target = world.tenant.controllers.find(({ address }) => address === controller)?.dapp
  if (target === undefined) throw new Error('the controller is not the tenant’s')
  return world.outcomes(
    pairs.map(([from, selector]) => ({
      from,
      to: controller,
      data: encodeFunctionData({
        abi: dappControllerAbi,
        functionName: 'delegateBatchWithMultisig',
        args: [[{ target, data: selector }], [], 2n ** 64n],
      }),
    })),
  )
}

const refusals = ['CallSelectorNotConfigured', 'UserNotPrivileged', 'UserNotActive', 'CallTargetForbidden']

test.each(['platform', 'instrument', 'registry', 'delivery'] as const)(
  'P21: every function of a %s controller opens to the one privilege that is configured, and to no other',
  async (type) => {
    const configured = new Map(workflowConfig(type).map((entry) => [entry.functionSelector, entry.privilege]))
    const pairs = [...configured.keys()].flatMap((selector) =>
      [...users].map(([name, user]) => ({ name, user, selector })),
    )
    expect(pairs.length).toBe(configured.size * privilegeNames.length)
    for (const controller of controllersOf(type)) {
      const outcomes = await outcomesOf(
        controller,
        pairs.map(({ user, selector }) => [user, selector] as const),
      )
      const wrong = pairs.filter(({ name, selector }, index) => {
        const outcome = outcomes[index] ?? ''
        const isOpen = configured.get(selector) === privileges[name]
        return isOpen ? refusals.includes(outcome) : outcome !== 'UserNotPrivileged'
      })
      expect(wrong.map(({ name, selector }) => `${name} ${selector}`)).toEqual([])
    }
  },
)

test.each(['platform', 'instrument', 'registry', 'delivery'] as const)(
  'P21: what is not configured is closed to every user of a %s controller',
  async (type) => {
    const configured = new Set(workflowConfig(type).map((entry) => entry.functionSelector))
    const closed = selectors.filter((selector) => !configured.has(selector))
    expect(closed.length).toBeGreaterThan(0)
    for (const controller of controllersOf(type)) {
      const pairs = closed.flatMap((selector) => [...users.values()].map((user) => [user, selector] as const))
      expect(new Set(await outcomesOf(controller, pairs))).toEqual(new Set(['CallSelectorNotConfigured']))
    }
  },
)

test('P21: a read-only twin, the by-pass and the mere user open nothing', () => {
  const types = ['platform', 'instrument', 'registry', 'delivery'] as const
  const opening = new Set(types.flatMap((type) => workflowConfig(type).map(({ privilege }) => privilege)))
  const idle = privilegeNames.filter((name) => /_RO$|BYPASS|DAPP_USER|NODE_ACCOUNT/.test(name))
  expect(idle.length).toBeGreaterThan(9)
  expect(idle.filter((name) => opening.has(privileges[name]))).toEqual([])
})

test('P21: no user, whatever it holds, reaches a manager but through a controller', async () => {
  const { PlatformManager, DeliveryManager } = world.deployment.contracts
  const calls = [...users.values()].flatMap((from) => [
    { from, to: PlatformManager, data: toFunctionSelector('unregisterTenant(address)') },
    { from, to: DeliveryManager, data: toFunctionSelector('unregisterLegManager(uint8)') },
  ])
  expect((await world.outcomes(calls)).filter((outcome) => outcome === '')).toEqual([])
})
