// Managers are upgraded and rolled back by command, on a real ledger and with transfers under way.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@connex/contracts/deploy'
import { ownContracts } from '@connex/contracts/upgrade'
import type { ReleasedContracts } from '@connex/contracts/upgrade'
import type { DeliveryId } from '@connex/protocol'
import {
  confirmAsRegistrar,
  confirmTransfer,
  createFopTransfer,
  createWalletFile,
  getTransfer,
  listManagers,
} from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommandRunner } from '../../../../testkit/src/cli/commandRunner.ts'
import type { CommandResult, RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { openRegistry, startPlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TestRegistry } from '../../../../testkit/src/fixtures/platform.ts'
import { compileSecondVersions } from '../../../../testkit/src/ledger/secondVersions.ts'
import { DEPLOYER, startTestLedger } from '../../../../testkit/src/ledger/testLedger.ts'

const DAY = 86_400
const UPGRADED = ['InstrumentManager', 'DeliveryManager'] as const

const directory = mkdtempSync(join(tmpdir(), 'connex-upgrade-'))
const inDirectory = (name: string): string => join(directory, name)
const file = inDirectory('deployment.json')
const { userOf } = createCommandRunner(directory)

let world: PlatformFixture
let bond: TestRegistry
let second: ReleasedContracts
let operator: RunCommand
let investor: RunCommand
let payer: readonly string[]

beforeAll(async () => {
  second = compileSecondVersions('0.2.0', UPGRADED)
  const running = await startTestLedger()
  world = await startPlatformFixture({ ledger: { running, deployed: running.deployment } })
  bond = await openRegistry(world, 'DE0001102580', 1_000n)
  writeFileSync(file, JSON.stringify(running.deployment))
  const wallet = inDirectory('deployer.json')
  writeFileSync(wallet, await createWalletFile(Buffer.from(DEPLOYER.slice(2), 'hex'), 'market', { n: 2 }))
  writeFileSync(inDirectory('password'), 'market', { mode: 0o600 })
  payer = ['--rpc-url', world.rpcUrl, '--wallet', wallet, '--password-file', inDirectory('password')]
  const server = { node: { url: world.url } }
  operator = await userOf(server, { key: DEPLOYER }, 'operator')
  investor = await userOf(server, { key: world.keys.alpen }, 'investor')
})
afterAll(async () => {
  await world?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** `upgrade deploy` of these contracts. */
function deployCode(contracts: ReleasedContracts, ...more: string[]): Promise<CommandResult> {
  const release = inDirectory('contracts.json')
  writeFileSync(release, JSON.stringify(contracts))
  return operator('upgrade', 'deploy', '--deployment', file, ...payer, '--contracts', release, ...more)
}

const announce = (by: RunCommand): Promise<CommandResult> =>
  by('upgrade', 'announce', '--deployment', file, '--yes')

async function pass(seconds: number): Promise<void> {
  await world.rpc('evm_increaseTime', seconds)
  await world.rpc('evm_mine')
}

const numSent = async (): Promise<number> =>
  Number(await world.rpc('eth_getTransactionCount', world.operator.signer?.address, 'latest'))

async function versions(): Promise<Record<string, number>> {
  const managers = await listManagers(world.clients.baltic)
  return Object.fromEntries(managers.map(({ name, version }) => [name, version]))
}

/** Alpenbank delivers to Baltic, which has yet to confirm. */
async function createDelivery(description: string): Promise<DeliveryId> {
  const { deliveryId } = await createFopTransfer(world.clients.alpen, {
    ...bond.asset(bond.alpen, 10n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description,
  })
  return deliveryId
}

async function settle(deliveryId: DeliveryId): Promise<void> {
  await confirmTransfer(world.clients.baltic, { deliveryId, accounts: { receive: bond.baltic } })
  await confirmAsRegistrar(world.clients.registrar, deliveryId)
  expect(await getTransfer(world.clients.baltic, deliveryId)).toMatchObject({ state: 'SETTLED' })
}

test('nothing is deployed where the look before finds an obstacle', async () => {
  const before = await numSent()
  expect((await deployCode(ownContracts, '--yes')).text).toContain('there is nothing to deploy')
  const named = await deployCode(ownContracts, '--yes', '--manager', 'DeliveryManager')
  expect(named.text).toContain('DeliveryManager has version 1, and these contracts have version 1.')
  const moved = { storage: ['slot 0 byte 0: uint256 x'], structs: {} }
  const broken = { ...second, storageLayouts: { ...second.storageLayouts, DeliveryManager: moved } }
  expect((await deployCode(broken, '--yes')).text).toMatch(
    /Nothing was deployed\. The storage of DeliveryManager: was "namespace .*", is slot 0/,
  )
  const other = { ...second.bytecode, DeliveryManager: second.bytecode['InstrumentManager'] ?? '' }
  expect((await deployCode({ ...second, bytecode: other }, '--yes')).text).toContain(
    'What these contracts have as DeliveryManager is another kind of contract.',
  )
  const long = {
    ...second.bytecode,
    DeliveryManager: `${second.bytecode['DeliveryManager']}${'00'.repeat(20_000)}`,
  }
  expect((await deployCode({ ...second, bytecode: long }, '--yes')).text).toContain(
    'The ledger cannot create the new code of DeliveryManager',
  )
  const written = readFileSync(file, 'utf8')
  const deployment = JSON.parse(written) as Deployment
  const stranger = { ...deployment, operator: { ...deployment.operator, tenant: world.tenants.alpen } }
  writeFileSync(file, JSON.stringify(stranger))
  expect((await deployCode(second, '--yes')).text).toMatch(/tenant ADDRESS may not upgrade DeliveryManager\./)
  // The former layout is that of the code that runs.
  const code = deployment.code.map((one) =>
    one.name === 'DeliveryManager' ? { ...one, layout: moved } : one,
  )
  writeFileSync(file, JSON.stringify({ ...deployment, code }))
  expect((await deployCode(second, '--yes')).text).toMatch(
    /The storage of DeliveryManager: was "slot 0 byte 0: uint256 x"/,
  )
  writeFileSync(file, JSON.stringify({ ...deployment, code: [] }))
  expect((await deployCode(second, '--yes')).text).toMatch(
    /does not have the code at ADDRESS, which DeliveryManager runs, so its storage cannot be compared\./,
  )
  writeFileSync(file, JSON.stringify({ ...deployment, chainId: 1 }))
  expect((await deployCode(second, '--yes')).text).toContain("The ledger's chain id is 31337, not 1.")
  writeFileSync(file, '{}')
  expect((await deployCode(second, '--yes')).text).toContain('is not what connex deploy wrote.')
  writeFileSync(file, written)
  expect((await deployCode(second)).text).toContain('No terminal to confirm on')
  const tried = await deployCode(second, '--dry-run')
  expect(tried.text).toMatch(/InstrumentManager +ADDRESS +1 +2\nDeliveryManager +ADDRESS +1 +2\nexit code 0$/)
  const none = await operator('upgrade', 'announce', '--deployment', file, '--yes')
  expect(none.text).toContain('has no code to announce: run connex upgrade deploy first')
  expect(await numSent()).toBe(before)
})

test('the code is deployed once, also after a run that was killed, and the deployment file has it', async () => {
  const before = await numSent()
  const deployed = await deployCode(second, '--yes')
  expect(deployed.text).toMatch(/DeliveryManager +ADDRESS\n\nNext: connex upgrade announce\nexit code 0$/)
  const written = JSON.parse(readFileSync(file, 'utf8')) as Deployment
  const sent = await numSent()
  // The library of upgrades, and two managers.
  expect(sent - before).toBe(3)
  expect(written.upgrades).toMatchObject([
    { version: '0.2.0', managers: UPGRADED.map((name) => ({ name, version: 2 })) },
  ])
  expect(written.code.slice(-3).map(({ name }) => name)).toEqual(['Upgrades', ...UPGRADED])
  const record = `${file}.0.2.0.steps`
  const [header, first] = readFileSync(record, 'utf8').split('\n')
  writeFileSync(record, `${header}\n${first}\n`)
  expect((await deployCode(second, '--yes')).code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(written)
  expect(await numSent()).toBe(sent)
  const foreign = await deployCode({ ...second, bytecode: ownContracts.bytecode }, '--yes')
  expect(foreign.text).toContain('the contracts are of version 0.2.0, with other code')
  expect(await versions()).toMatchObject({ InstrumentManager: 1, DeliveryManager: 1 })
})

test('only the operator announces; everybody sees it, and it cannot be executed early', async () => {
  expect((await announce(investor)).code).toBe(1)
  expect((await investor('upgrade', 'status')).text).not.toContain('has announced')
  const announced = await announce(operator)
  expect(announced.text).toContain('You announce version 2 of DeliveryManager, which has version 1')
  expect(announced.text).toMatch(/DeliveryManager: announced, in block N?\d*\.\nexit code 0$/)
  const seen = (await investor('upgrade', 'status')).text
  expect(seen).toContain('DeliveryManager: ConneX Platform has announced the code at ADDRESS.')
  expect(seen).toContain('It can be executed from TIME until TIME.')
  expect((await announce(operator)).text).toContain('Everything is announced already.')
  const early = await operator('upgrade', 'execute', '--yes')
  expect(early.code).toBe(1)
  expect(early.text).toMatch(/The announced change can be made from [\d-]+ [\d:]+ UTC until/)
  expect((await operator('upgrade', 'rollback', '--manager', 'DeliveryManager', '--yes')).text).toContain(
    'There is no earlier version to roll back to.',
  )
})

test('after seven days it is executed, and transfers under way settle', async () => {
  const underWay = await createDelivery('Before the upgrade')
  await pass(7 * DAY)
  expect((await operator('upgrade', 'execute', '--migration', '0x00', '--yes')).text).toContain(
    '--migration is for one manager',
  )
  const executed = await operator('upgrade', 'execute', '--yes')
  expect(executed.text).toContain('From now on DeliveryManager, version 1, runs the code at ADDRESS.')
  expect(executed.code).toBe(0)
  expect(await versions()).toMatchObject({ InstrumentManager: 2, DeliveryManager: 2, PlatformManager: 1 })
  await settle(underWay)
  await settle(await createDelivery('After the upgrade'))
  expect((await operator('upgrade', 'execute', '--yes')).text).toContain('No change is announced for:')
})

test('a rollback is announced and executed in the same way, and transfers under way settle', async () => {
  const back = ['upgrade', 'rollback', '--manager', 'DeliveryManager']
  expect((await operator('upgrade', 'rollback', '--yes')).code).toBe(2)
  expect((await operator(...back, '--dry-run')).text).toContain('Ledger check passed. Nothing was signed.')
  expect((await operator(...back, '--yes')).code).toBe(0)
  expect((await investor('upgrade', 'status')).text).toContain(
    'has announced a rollback to the code at ADDRESS.',
  )
  const underWay = await createDelivery('Before the rollback')
  await pass(7 * DAY)
  expect((await operator('upgrade', 'execute', '--yes')).code).toBe(0)
  expect(await versions()).toMatchObject({ InstrumentManager: 2, DeliveryManager: 1 })
  await settle(underWay)
  await settle(await createDelivery('After the rollback'))
})

test('what is announced is withdrawn, and an announcement lapses', async () => {
  const withdraw = ['upgrade', 'withdraw', '--manager', 'InstrumentManager', '--yes']
  expect((await operator(...withdraw)).text).toContain('No change is announced for: InstrumentManager.')
  const back = ['upgrade', 'rollback', '--manager', 'InstrumentManager', '--yes']
  const own = world.operator.signer?.address ?? ''
  expect((await operator('admin', 'grant', own, '--privilege', 'delivery.BACKOFFICE', '--yes')).code).toBe(0)
  expect((await operator(...back, '--propose')).text).toMatch(
    /Sent for approval: [\da-f-]+, signed by 1 of 1, until TIME\./,
  )
  expect((await operator(...back)).code).toBe(0)
  expect((await operator(...withdraw)).code).toBe(0)
  expect((await investor('upgrade', 'status')).text).not.toContain('has announced')
  expect((await announce(operator)).code).toBe(0)
  await pass(38 * DAY)
  expect((await operator('upgrade', 'execute', '--yes')).text).toContain(
    'The announced change can be made from',
  )
})
