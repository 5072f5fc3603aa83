// Code of managers, changed by HTTP alone: announced, executed seven days later, and rolled back in the same way.
import { deployUpgrade } from '@connex/contracts/upgrade'
import type { CallBody } from '@connex/protocol'
import { call, listManagers } from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import { compileSecondVersions } from '../../../../testkit/src/ledger/secondVersions.ts'
import { DEPLOYER, startTestLedger } from '../../../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../../../testkit/src/ledger/testLedger.ts'
import { publishPrepared } from '../../../../testkit/src/servers/publishPrepared.ts'

const NAME = 'InstrumentManager'
const DAY = 86_400

let ledger: TestLedger
let world: PlatformFixture
beforeAll(async () => {
  ledger = await startTestLedger()
  world = await startPlatformFixture({ ledger: { running: ledger, deployed: ledger.deployment } })
}, 300_000)
afterAll(() => world?.close())

async function act(body: CallBody<'prepareAdministration'>): Promise<string[]> {
  const prepared = await call(world.operator, 'prepareAdministration', { body })
  await publishPrepared(world.operator, DEPLOYER, prepared)
  return prepared.consequences
}

async function found() {
  const managers = await listManagers(world.operator)
  const manager = managers.find(({ name }) => name === NAME)
  if (manager === undefined) throw new Error(`no ${NAME}`)
  return manager
}

async function passSevenDays(): Promise<void> {
  await world.rpc('evm_increaseTime', 7 * DAY)
  await world.rpc('evm_mine')
}

test('the operator upgrades a manager and rolls it back', async () => {
  const { address, dappAddr, version, implementation: former } = await found()
  const manager = { address, dappAddr }
  const { upgrade } = await deployUpgrade({
    rpcUrl: world.rpcUrl,
    chainId: ledger.chainId,
    deployerKey: DEPLOYER,
    deployment: ledger.deployment,
    contracts: compileSecondVersions('0.2.0', [NAME]),
    named: [NAME],
  })
  const implementation = upgrade.managers[0]!.implementation.toLowerCase() as typeof former
  expect(await act({ act: 'announceUpgrade', manager, implementation })).toEqual([
    `You announce the code at ${implementation} for ${NAME}. It can be executed seven days later, for 30 days.`,
  ])
  const executing = {
    act: 'executeUpgrade',
    manager,
    announced: { implementation, isRollback: false },
  } as const
  await expect(act(executing)).rejects.toMatchObject({ code: 'contractRefused' })
  await passSevenDays()
  expect(await act(executing)).toEqual([
    `You replace the code of ${NAME} with the code at ${implementation}.`,
  ])
  expect(await found()).toMatchObject({ version: version + 1, implementation })

  expect(await act({ act: 'announceRollback', manager })).toEqual([
    `You announce a return of ${NAME} to its former code. It can be executed seven days later, for 30 days.`,
  ])
  await passSevenDays()
  const returning = {
    act: 'executeUpgrade',
    manager,
    announced: { implementation: former, isRollback: true },
  } as const
  expect(await act(returning)).toEqual([`You replace the code of ${NAME} with its former code.`])
  expect(await found()).toMatchObject({ version, implementation: former })
}, 300_000)
