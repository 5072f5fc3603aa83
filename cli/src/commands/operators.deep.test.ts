// The desks' commands with the real program, on their own sandbox: registrar, issuer, transfer agent, administrator.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateWalletFile } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { planSandbox, startTestSandbox } from '../../../testkit/src/cli/testSandbox.ts'
import type { SandboxPlan, TestSandbox } from '../../../testkit/src/cli/testSandbox.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const state = mkdtempSync(join(tmpdir(), 'connex-operators-'))

const MINUTES = 60_000
// A sandbox is seeded, and each of a dozen commands unlocks a wallet of full cost.
vi.setConfig({ testTimeout: 15 * MINUTES, hookTimeout: 15 * MINUTES })

let place: SandboxPlan
let sandbox: TestSandbox
beforeAll(async () => {
  place = await planSandbox()
  sandbox = await startTestSandbox({ ...place, args: [...place.args, '--custodian', 'manual'] })
})
afterAll(async () => {
  sandbox?.process.kill('SIGTERM')
  await sandbox?.exited
  for (const directory of [place.directory, state]) rmSync(directory, { recursive: true, force: true })
})

type Ran = { code: number | null; output: string; error: string }

function run(
  argv: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ran> & { child: ChildProcess } {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], CONNEX_STATE: state, ...environment },
  })
  let output = ''
  let error = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const ran = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, output, error })))
  return Object.assign(ran, { child })
}

/** Runs a command as a user of the sandbox. */
function as(user: string, line: readonly string[]) {
  const wallet = sandbox.description.wallets.find((one) => one.user === user)
  const server = sandbox.description.servers.find((one) => one.name === wallet?.server)
  const where = ['--server', server?.url ?? '', '--wallet', wallet?.file ?? '']
  return run([...line, ...where], { CONNEX_PASSWORD: wallet?.password ?? '' })
}

/** The JSON answer; a refusal fails the test. */
async function done(user: string, ...line: string[]): Promise<Record<string, never>> {
  const { code, output, error } = await as(user, [...line, '--json'])
  expect({ code, error, output: code === 0 ? '' : output }).toEqual({ code: 0, error: '', output: '' })
  return JSON.parse(output) as Record<string, never>
}
const signed = (user: string, ...line: string[]) => done(user, ...line, '--yes')

async function refused(user: string, ...line: string[]): Promise<unknown> {
  const { code, output } = await as(user, [...line, '--json'])
  expect(code).not.toBe(0)
  return (JSON.parse(output) as { error: unknown }).error
}

const ISIN = 'DE000A1EWWW0'

test('each refusal says why', async () => {
  expect(await refused('m.okafor', 'desk', 'issue', 'XX')).toMatchObject({ code: 'usage' })
  expect(
    await refused('m.okafor', 'desk', 'suspend', 'XX0000000000', '--reason', 'x', '--yes'),
  ).toMatchObject({
    code: 'unknownName',
    message: "There is no registry 'XX0000000000'. connex desk registries lists yours.",
  })
  expect(
    await refused('a.keller', 'admin', 'grant', 'b.moser', '--privilege', 'no.SUCH', '--yes'),
  ).toMatchObject({
    code: 'usage',
  })
  expect(await refused('a.keller', 'issuer', 'create', ISIN, '--label', 'X', '--yes')).toMatchObject({
    code: 'UserNotPrivileged',
  })
  expect(await refused('m.okafor', 'desk', 'confirm', `0x${'12'.repeat(32)}`, '--yes')).toMatchObject({
    code: 'notFound',
  })
})

test('an instrument is drafted, created, requested, rejected, confirmed, revised; its registry opened and issued to', async () => {
  const label = ['--label', 'Hanseatic 2030']
  const { draftId } = await done('h.petersen', 'issuer', 'draft', ISIN, ...label)
  expect(draftId).toMatch(/^0x/)
  await done('h.petersen', 'issuer', 'draft', ISIN, ...label, '--draft', draftId ?? '', '--delete')
  const tried = await done('h.petersen', 'issuer', 'create', ISIN, ...label, '--dry-run')
  expect(tried).toMatchObject({ isDryRun: true })
  await signed('h.petersen', 'issuer', 'create', ISIN, ...label, '--decimals', '2')
  const answer = ['issuer', 'confirm-registration', ISIN, '--registrar', 'Meridian Registrars']
  expect(await refused('h.petersen', ...answer, '--yes')).toMatchObject({ code: 'unknownName' })
  await signed('m.okafor', 'desk', 'register', ISIN)
  await signed('h.petersen', ...answer, '--reject', 'Ask again after the board has met')
  await signed('h.petersen', 'issuer', 'revise', ISIN, '--label', 'Hanseatic 2030, amended')
  await signed('m.okafor', 'desk', 'register', ISIN)
  await signed('h.petersen', ...answer)
  await signed('m.okafor', 'desk', 'open-account', 'Alpenbank', '77')
  const to = ['--owner', 'Alpenbank', '--account', '77']
  expect(
    await refused('m.okafor', 'desk', 'issue', ISIN, ...to, '--quantity', '1.005', '--yes'),
  ).toMatchObject({
    code: 'usage',
  })
  await signed('m.okafor', 'desk', 'issue', ISIN, ...to, '--quantity', '1,000.50')
  const { items } = (await done('m.okafor', 'desk', 'registries')) as unknown as {
    items: Record<string, unknown>[]
  }
  expect(items.find(({ identifier }) => identifier === ISIN)).toMatchObject({
    kind: 'accounts',
    label: 'Hanseatic 2030, amended',
    issueSize: '100050',
  })
  const because = ['--reason', 'Corporate action', '--yes']
  const stopped = await as('m.okafor', ['desk', 'suspend', ISIN, ...because])
  expect(stopped).toMatchObject({
    code: 0,
    output: 'Registry of Hanseatic 2030, amended suspended. connex desk unsuspend resumes it.\n',
  })
  expect(stopped.error).toContain('Pending transfers can still be canceled.')
  const mint = ['mint', '--custodian', 'Meridian Registrars', '--instrument', ISIN, '--account', '77']
  const request = [...mint, '--quantity', '1', '--description', 'Too late', '--yes']
  expect(await refused('a.keller', ...request)).toMatchObject({ code: 'RegistryNotRegistered' })
  await signed('m.okafor', 'desk', 'unsuspend', ISIN, '--reason', 'It is over')
})

type Task = { deliveryId: string; transferType: string }
const tasks = async (): Promise<Task[]> =>
  ((await done('m.okafor', 'desk', 'tasks')) as unknown as { deliveries: Task[] }).deliveries

test("the registrar's tasks are confirmed, refused with a reason, and done by the robot", async () => {
  const [first, second, ...others] = await tasks()
  expect(others.length).toBeGreaterThan(0)
  const refusal = ['--reason', 'The deposit has not arrived']
  const refusing = await as('m.okafor', ['desk', 'refuse', first?.deliveryId ?? '', ...refusal, '--yes'])
  expect(refusing.output).toMatch(/ refused, in block \d+\.\nCanceled\.\n$/)
  const confirming = await as('m.okafor', ['desk', 'confirm', second?.deliveryId ?? '', '--yes'])
  expect(confirming.error).toContain('The delivery then settles immediately, and can no longer be canceled.')
  expect(confirming.output).toMatch(/ confirmed, in block \d+\.\nSettled\.\n$/)
  expect(await refused('m.okafor', 'desk', 'confirm', second?.deliveryId ?? '', '--yes')).toMatchObject({
    code: 'nothingToConfirm',
  })
  const third = others.shift()
  expect(await signed('m.okafor', 'agent', 'confirm', third?.deliveryId ?? '')).toMatchObject({
    state: 'SETTLED',
  })
  const left = (await tasks()).map(({ deliveryId }) => deliveryId)
  expect(left).toEqual(others.map(({ deliveryId }) => deliveryId))
  const shown = await as('m.okafor', ['desk', 'tasks'])
  expect(shown.output).toContain(left[0])
  const robot = as('m.okafor', ['desk', 'robot', '--delay', '0'])
  await expect.poll(tasks, { timeout: 10 * MINUTES, interval: 500 }).toEqual([])
  robot.child.kill('SIGINT')
  expect(await robot).toMatchObject({ code: 0, output: 'Stopped.\n' })
})

test('a custody chain: privileges from the operator, on-ramp by the transfer agent', async () => {
  const grant = (tenant: string, privilege: string) =>
    signed('o.berg', 'admin', 'grant', tenant, '--dapp', 'ChainRegistryManager', '--privilege', privilege)
  await grant('Hanseatic Issuance', 'registry.ISSUER')
  await grant('Meridian Registrars', 'registry.REGISTRAR,registry.ONRAMPER,registry.CUSTODIAN')
  await grant('Alpenbank', 'registry.INVESTOR')
  await signed(
    'm.okafor',
    'admin',
    'grant',
    'm.okafor',
    '--privilege',
    'registry.TA_CONTROLLER_SHARED_ONRAMPING',
  )
  await signed('m.okafor', 'desk', 'register', ISIN, '--in', 'chains')
  const answer = ['issuer', 'confirm-registration', ISIN, '--registrar', 'Meridian Registrars']
  await signed('h.petersen', ...answer, '--in', 'chains')
  await signed('m.okafor', 'desk', 'open-account', 'Alpenbank', '88', '--in', 'chains')
  const { custodyChainId } = await signed('m.okafor', 'agent', 'create-chain', ISIN)
  const held = [custodyChainId ?? '', '--owner', 'Alpenbank', '--account', '88']
  await signed('m.okafor', 'agent', 'onramp', ...held, '--quantity', '500', '--reference', 'DEP-2026-114')
  const early = ['--quantity', '1', '--reference', 'WDR-1', '--yes']
  expect(await refused('m.okafor', 'agent', 'offramp', ...held, ...early)).toMatchObject({
    code: 'QuantityNotMarked',
  })
  const own = [custodyChainId ?? '', '--account', '88']
  await signed('a.keller', 'redeem', ...own, '--quantity', '200.50')
  await signed('a.keller', 'redeem', ...own, '--quantity', '0.50', '--take-back')
  await signed('m.okafor', 'agent', 'offramp', ...held, '--quantity', '200', '--reference', 'WDR-2026-031')
  const over = ['--by', 'chain', '--where', `identifier:is:${ISIN}`, '--where', 'quantity:is:300']
  expect(await done('a.keller', 'holdings', ...over)).toMatchObject({
    items: [{ quantity: '30000', redeemable: '0', custodyChainId }],
  })
  expect((await as('a.keller', ['holdings', ...over])).output).toContain(custodyChainId)
})

test('users, privileges, locks, four eyes and nominations', async () => {
  const password = 'a new password'
  const { address, file } = await generateWalletFile(password, { n: 2 })
  const wallet = join(state, 'new.json')
  writeFileSync(wallet, file)
  const invited = await signed(
    'a.keller',
    'admin',
    'invite',
    address,
    'N. Neu',
    '--privilege',
    'user.DAPP_USER',
  )
  const north = sandbox.description.servers.find(({ name }) => name === 'north')?.url ?? ''
  const own = ['--server', north, '--wallet', wallet, '--json']
  const accepted = await run(['admin', 'accept', invited['invitationToken'] ?? '', ...own], {
    CONNEX_PASSWORD: password,
  })
  expect(JSON.parse(accepted.output)).toEqual({ name: 'N. Neu', status: 'ACTIVE' })

  await signed('a.keller', 'admin', 'grant', 'N. Neu', '--privilege', 'delivery.BACKOFFICE')
  await signed('a.keller', 'admin', 'revoke', 'N. Neu', '--privilege', 'delivery.BACKOFFICE')
  const locked = await done('a.keller', 'admin', 'lock', 'N. Neu', '--until', '2999-01-01')
  expect(locked).toMatchObject({ lockExpiration: 32_472_144_000 })
  await done('a.keller', 'admin', 'lock', 'N. Neu', '--unlock')
  await signed('a.keller', 'admin', 'nominate', 'N. Neu')
  await signed('a.keller', 'admin', 'nominate', 'N. Neu', '--take-back')

  const rule = [
    'admin',
    'four-eyes',
    '--dapp',
    'DeliveryManager',
    '--function',
    'createDelivery',
    '--signatures',
  ]
  await signed('a.keller', ...rule, '2')
  expect(await done('a.keller', 'admin', 'four-eyes')).toMatchObject({
    rules: [{ type: 'delivery', function: 'createDelivery', signaturesRequired: 2 }],
  })
  await signed('a.keller', ...rule, '1')
  const { output } = await as('a.keller', ['admin', 'users'])
  expect(output).toMatch(/N\. Neu +0x[0-9a-f]{40} +ACTIVE +user\.DAPP_USER/)
})

test('a tenant is invited, accepts and is registered on the ledger; refund limits are set', async () => {
  const name = 'Elbe Custody'
  const { id, token } = await done('o.berg', 'admin', 'invite-tenant', name)
  expect(await refused('o.berg', 'admin', 'register-tenant', id ?? '', '--yes')).toMatchObject({
    code: 'invitationNotConfirmed',
  })
  const password = 'elbe'
  const { file } = await generateWalletFile(password, { n: 2 })
  const wallet = join(state, 'elbe.json')
  writeFileSync(wallet, file)
  const north = sandbox.description.servers.find((one) => one.name === 'north')?.url ?? ''
  const say = [
    'admin',
    'accept',
    token ?? '',
    '--as',
    name,
    '--api',
    north,
    '--server',
    north,
    '--wallet',
    wallet,
  ]
  expect(await run(say, { CONNEX_PASSWORD: password })).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^Elbe Custody: CONFIRMED\nThe operator registers it now: connex admin register-tenant \d+\./,
    ) as string,
  })
  const { tenantAddr } = await signed('o.berg', 'admin', 'register-tenant', id ?? '')
  expect(tenantAddr).toMatch(/^0x[0-9a-f]{40}$/)
  expect(await done('o.berg', 'admin', 'tenants', '--filter', 'Elbe')).toMatchObject({
    items: [{ name, address: tenantAddr }],
  })
  const asInvestor = ['--dapp', 'AccountRegistryManager', '--as', 'investor']
  expect(await signed('o.berg', 'admin', 'grant', name, ...asInvestor)).toMatchObject({
    privileges: ['registry.INVESTOR'],
  })
  const nodeAccount = `0x${'ac'.repeat(20)}`
  expect(await signed('a.keller', 'admin', 'grant', nodeAccount, '--as', 'node')).toMatchObject({
    privileges: ['user.NODE_ACCOUNT'],
  })
  expect((await as('o.berg', ['admin', 'tenants', '--filter', 'Elbe'])).output).toContain(name)
  const { refundThreshold } = await done('o.berg', 'admin', 'refund-limits')
  await signed('o.berg', 'admin', 'refund-limits', '--limit', '490000000000000000')
  expect(await done('o.berg', 'admin', 'refund-limits')).toEqual({
    refundThreshold,
    refundLimit: '490000000000000000',
  })
})
