import type { Hash } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { commandCases } from '../../../testkit/src/cli/commandCases.ts'
import { createRpc } from '../ledger/rpc.ts'
import { accountAt, receiptOf, sign } from '../../../testkit/src/cli/testLedger.ts'
import { isRunning } from '../process/processStamps.ts'
import {
  killAtOnce,
  planSandbox,
  partsOf,
  runCommand,
  startTestSandbox,
  supervisorOf,
  type TestSandbox,
} from '../../../testkit/src/cli/testSandbox.ts'

// One sandbox for all tests, since the first start takes long.
const planned = await planSandbox()
// The robot waits, so that the command cases can cancel their transfers.
const place = { ...planned, args: [...planned.args, '--custodian-delay', '3600'] }
const rpc = createRpc(place.ledgerPort)
const published: Hash[] = []
let sandbox: TestSandbox | undefined
let first: TestSandbox['description']

afterAll(() => killAtOnce([sandbox && supervisorOf(sandbox), ...partsOf(place)]))

async function publish(): Promise<void> {
  const raw = await sign(5, { nonce: published.length, to: accountAt(6).address, value: 1n })
  published.push(await rpc<Hash>('eth_sendRawTransaction', raw))
}

async function expectEverything({ description }: TestSandbox): Promise<void> {
  expect(description).toEqual(first)
  for (const hash of published) expect((await receiptOf(rpc, hash))?.status).toBe('0x1')
  for (const { url } of description.servers) {
    expect(await (await fetch(`${url}/api/v6/health`)).json()).toMatchObject({ status: 'ok', ledger: true })
  }
}

test('a wrong option is refused with one sentence and exit code 2', async () => {
  for (const argv of [['sandbux'], ['sandbox', '--no-such'], ['sandbox', '--port-north', 'x']]) {
    const { stderr, exited } = runCommand(argv)
    expect(await exited).toBe(2)
    expect(stderr().trim().split('\n')).toHaveLength(1)
  }
})

/** Of the first start, each printed with the seconds that it took. */
const STEPS = [
  'Starting the ledger',
  'Looking at the ledger',
  'Deploying the platform',
  'Deploying the instrument, registry and delivery managers',
  'Registering the dApps with the platform',
  'Onboarding the tenants',
  'Granting privileges',
  'Making the databases',
  'Starting the servers',
  'Adding the users',
  'Issuing the instruments',
  'Opening the registries and accounts',
  'Booking the holdings',
  'Creating the example transfers',
  'Encrypting the wallet files',
  "Starting the custodians' robot",
]

test('the first start names its steps, and prints a complete description', async () => {
  sandbox = await startTestSandbox(place)
  first = sandbox.description
  const steps = sandbox.stderr().matchAll(/^ *[\d.]+ s ([^…\n]+)$/gm)
  expect([...steps].map(([, step]) => step)).toEqual(STEPS)
  expect(first.servers.map(({ name }) => name)).toEqual(['north', 'south'])
  expect(first.servers.flatMap(({ tenants }) => tenants)).toContain('Alpenbank')
  expect(first.ledger).toEqual({ rpcUrl: `http://127.0.0.1:${place.ledgerPort}`, chainId: 31337 })
  expect(first.contracts).toHaveProperty('PlatformManager')
  expect(first.custodians).toHaveLength(2)
  expect(new Set(first.wallets.map(({ role }) => role))).toEqual(
    new Set([
      'operator',
      'issuer',
      'registrar',
      'investor',
      'not-investor',
      'read-only',
      'inactive',
      'locked',
    ]),
  )
  await publish()
  await expectEverything(sandbox)
}, 240_000)

// The command cases use the sandbox before the first kill.
commandCases(() => first)

test('a second sandbox on the same directory is refused', async () => {
  const { stderr, exited } = runCommand(['sandbox', ...place.args])
  expect(await exited).toBe(1)
  expect(stderr()).toMatch(/already in use by process \d+/)
})

test('any killed process is restarted, with a line that says so', async () => {
  killAtOnce(partsOf(place))
  await expect.poll(() => sandbox!.stderr().match(/running again/g), { timeout: 60_000 }).toHaveLength(4)
  expect(sandbox!.stderr()).toContain('The server north died (SIGKILL); restarting it')
  await publish()
  await expectEverything(sandbox!)
}, 90_000)

test('no process outlives a killed supervisor, and the next start resumes', async () => {
  const parts = partsOf(place)
  expect(parts).toHaveLength(5)
  killAtOnce([supervisorOf(sandbox!)])
  await expect.poll(() => parts.filter(isRunning), { timeout: 20_000 }).toEqual([])
  sandbox = await startTestSandbox(place)
  await publish()
  await expectEverything(sandbox)
}, 90_000)

test('after everything is killed at once, the next start resumes', async () => {
  killAtOnce([supervisorOf(sandbox!), ...partsOf(place)])
  expect(await sandbox!.exited).toBeNull()
  sandbox = await startTestSandbox(place)
  await publish()
  await expectEverything(sandbox)
}, 90_000)

test('Ctrl-C stops every process', async () => {
  const parts = partsOf(place)
  expect(parts).toHaveLength(5)
  sandbox!.process.kill('SIGINT')
  expect(await sandbox!.exited).toBe(0)
  expect(parts.filter(isRunning)).toEqual([])
}, 30_000)
