// What an administrator changes of its tenant, and the operator of the platform, by command on a real ledger and server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { startPlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import { DEPLOYER } from '../../../../testkit/src/ledger/testLedger.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const directory = mkdtempSync(join(tmpdir(), 'connex-operator-'))
const { userOf } = createCommandRunner(directory)

let world: PlatformFixture
let operator: RunCommand
let bank: RunCommand

beforeAll(async () => {
  world = await startPlatformFixture()
  const server = { node: { url: world.url } }
  operator = await userOf(server, { key: DEPLOYER }, 'operator')
  bank = await userOf(server, { key: world.keys.alpen }, 'bank')
})
afterAll(async () => {
  await world?.close()
  rmSync(directory, { recursive: true, force: true })
})

const WALLET = `0x${'5b'.repeat(20)}`

test('a change of the own tenant that is none, or two, or wrong is refused', async () => {
  const update = (...more: string[]) => bank('admin', 'update-tenant', ...more, '--yes')
  expect((await update()).text).toMatchInlineSnapshot(`
    "Pass --api or --lei: one of them at a time.
    exit code 2"
  `)
  expect((await update('--api', 'https://bank.example', '--lei', '529900T8BM49AURSDO55')).code).toBe(2)
  expect((await update('--api', 'bank.example')).text).toMatchInlineSnapshot(`
    "--api must be a URL such as https://connex.bank.example, not 'bank.example'.
    exit code 2"
  `)
  expect((await update('--api', 'https://user:password@bank.example')).code).toBe(2)
  expect((await update('--lei', '529900T8BM49AURSDO54')).text).toMatchInlineSnapshot(`
    "'529900T8BM49AURSDO54' is not an LEI: its check digits would be 55, not 54. Correct it, or pass --force to use it as it is: what is on the ledger stays there.
    exit code 2"
  `)
  expect((await update('--api', world.url)).text).toMatchInlineSnapshot(`
    "alpen already has http://HOST: there is nothing to change.
    exit code 1"
  `)
})

test('an administrator changes the LEI and the server of the own tenant', async () => {
  const update = (...more: string[]) => bank('admin', 'update-tenant', ...more)
  expect((await update('--lei', '529900T8BM49AURSDO55', '--yes')).text).toMatchInlineSnapshot(`
    "You change the LEI of alpen on the ledger from none to 529900T8BM49AURSDO55.
    Every tenant can read it.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  expect((await update('--api', 'https://alpen.example', '--dry-run')).text).toMatchInlineSnapshot(`
    "You change the server of alpen on the ledger from http://HOST to https://alpen.example.
    As soon as they index it, other tenants' servers send private data to the new address, and no longer to the old one.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await update('--api', 'https://alpen.example', '--yes', '--json')).text).toContain('"key": "api"')
  expect((await operator('admin', 'tenants', '--filter', 'alpen')).text).toMatchInlineSnapshot(`
    "Tenant  Address                                     Server                 LEI
    alpen   ADDRESS  https://alpen.example  529900T8BM49AURSDO55

    1 in total
    exit code 0"
  `)
})

test('only the operator changes the blacklist, and neither with its own tenant nor without effect', async () => {
  expect((await bank('admin', 'blacklist', 'add', 'baltic', '--dry-run')).text).toMatchInlineSnapshot(`
    "You lack the privilege user.BUSINESS_ADMIN. Ask your administrator.
    exit code 1"
  `)
  const change = (...more: string[]) => operator('admin', 'blacklist', ...more, '--yes')
  expect((await change('add')).text).toMatchInlineSnapshot(`
    "WHO is missing: a tenant's name or address, or a user's wallet; repeatable.
    exit code 2"
  `)
  expect((await change('add', 'Nobody')).text).toMatchInlineSnapshot(`
    "There is no tenant 'Nobody'. There are: ConneX Platform, alpen, baltic, issuer, registrar.
    exit code 1"
  `)
  expect((await change('add', world.operatorTenant)).text).toMatchInlineSnapshot(`
    "The platform's own tenant cannot be blacklisted.
    exit code 1"
  `)
  expect((await change('remove', 'baltic')).text).toMatchInlineSnapshot(`
    "baltic (ADDRESS) is not on the blacklist. connex admin blacklist lists it.
    exit code 1"
  `)
})

test('the operator puts a tenant and a wallet on the blacklist, and takes them off', async () => {
  expect((await operator('admin', 'blacklist')).text).toMatchInlineSnapshot(`
    "The blacklist is empty.

    0 in total
    exit code 0"
  `)
  expect((await operator('admin', 'blacklist', 'add', 'baltic', WALLET, '--yes')).text)
    .toMatchInlineSnapshot(`
    "You put on the blacklist: baltic (ADDRESS), ADDRESS.
    They can no longer act or receive, and nothing settles with them. Their holdings and earmarks do not change.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  expect((await operator('admin', 'blacklist')).text).toContain('2 in total')
  expect((await bank('admin', 'blacklist', '--csv')).text).toContain(`\nADDRESS,baltic\n`)
  expect((await operator('admin', 'blacklist', 'add', WALLET, '--yes')).text).toMatchInlineSnapshot(`
    "ADDRESS is on the blacklist already.
    exit code 1"
  `)
  expect((await operator('admin', 'blacklist', 'remove', 'baltic', '--yes')).text).toMatchInlineSnapshot(`
    "You take off the blacklist: baltic (ADDRESS).
    They can act and receive again, and their pending deliveries can settle.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  expect((await operator('admin', 'blacklist')).text).toContain('1 in total')
})

test('more than the wallet has is not paid into the refunds', async () => {
  expect((await operator('admin', 'fund-refunds', '1.5', '--yes')).text).toMatchInlineSnapshot(`
    "WEI must be a whole number of wei, not '1.5'.
    exit code 2"
  `)
  expect((await operator('admin', 'fund-refunds', `1${'0'.repeat(40)}`, '--yes')).text)
    .toMatchInlineSnapshot(`
    "Nothing was changed: the balance of the account does not cover the fee and the value. Request a refund from the platform, or lower the value or the gas limit.
    exit code 1"
  `)
})

test('a wallet pays into the refunds, and the platform has it', async () => {
  const { address } = await call(world.clients.alpen, 'platform')
  const balance = async () => BigInt(String(await world.rpc('eth_getBalance', address, 'latest')))
  const before = await balance()
  const { text } = await operator('admin', 'fund-refunds', '480000000', '--yes')
  const after = before + 480_000_000n
  expect(await balance()).toBe(after)
  expect(text.replace(String(after), 'SUM').replace(/: \d+ refunds/, ': N refunds')).toMatchInlineSnapshot(`
    "Your wallet ADDRESS pays 480000000 wei to the platform. Only its operator can withdraw it again.
    The platform then has SUM wei: N refunds of an empty wallet up to the limit of 480000000 wei.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
})

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const TOKEN = /token: \S+/

test('an invitation without privileges has nothing that a colleague could approve', async () => {
  const invite = ['admin', 'invite', WALLET, 'L. Riegel', '--propose', '--yes']
  expect((await bank(...invite)).text).toMatchInlineSnapshot(`
    "Pass --privilege or --as with --propose: only privileges can be approved.
    exit code 2"
  `)
  expect((await bank('admin', 'users')).text).not.toContain('L. Riegel')
})

const NEWCOMER = `0x${'6c'.repeat(20)}`

test('a user is invited at once, and has the privileges when the proposal is published', async () => {
  const invite = ['admin', 'invite', NEWCOMER, 'L. Riegel', '--as', 'investor', '--propose', '--yes']
  const { text } = await bank(...invite)
  expect(text.replaceAll(UUID, 'NUMBER').replace(TOKEN, 'token: TOKEN')).toMatchInlineSnapshot(`
    "You invite L. Riegel, wallet ADDRESS: user.DAPP_USER, registry.SHARED_POSITION_HANDLING, delivery.BACKOFFICE, document.BACKOFFICE_RO.
    The invitation is sent now. The privileges wait until a colleague has approved them.
    Invited. The user's token: TOKEN
    Sent for approval: NUMBER, signed by 1 of 1, until TIME.
    It needs no other signature. Publish it: connex workflow execute NUMBER
    exit code 0"
  `)
  const invited = async () => (await bank('admin', 'users', '--filter', 'Riegel')).text
  expect(await invited()).toMatch(/L\. Riegel .*INVITED/)
  expect(await invited()).not.toContain('delivery.BACKOFFICE')
  await bank('workflow', 'execute', text.match(UUID)?.[0] ?? '', '--yes')
  expect(await invited()).toContain('delivery.BACKOFFICE')
})

test('a tenant whose registration is sent for approval is registered when the proposal is published', async () => {
  const invitation = await operator('admin', 'invite-tenant', 'Nordhafen Custody')
  const [number = ''] = /(?<=invitation )[^.]+/.exec(invitation.text) ?? []
  const [token = ''] = /(?<=token: )\S+/.exec(invitation.text) ?? []
  const first = await userOf({ node: { url: world.url } }, { key: `0x${'7d'.repeat(32)}` }, 'nordhafen')
  expect((await first('admin', 'accept', 'A'.repeat(43))).text).toContain(
    'No open invitation of this wallet has this token.',
  )
  await first('admin', 'accept', token, '--as', 'Nordhafen Custody', '--api', 'https://nordhafen.example')
  const { text } = await operator('admin', 'register-tenant', number, '--propose', '--yes')
  expect(text.replaceAll(UUID, 'NUMBER')).toMatchInlineSnapshot(`
    "You register Nordhafen Custody on the ledger, of invitation 1.
    Its server: https://nordhafen.example. Its LEI: none.
    Its first administrator: ADDRESS. Compare the address by another channel.
    None of this happens until a colleague has approved it.
    Sent for approval: NUMBER, signed by 1 of 1, until TIME.
    It needs no other signature. Publish it: connex workflow execute NUMBER
    exit code 0"
  `)
  const isRegistered = async () => (await operator('admin', 'tenants', '--filter', 'Nordhafen')).text
  expect(await isRegistered()).toContain('No tenants found.')
  await operator('workflow', 'execute', text.match(UUID)?.at(-1) ?? '', '--yes')
  expect(await isRegistered()).toContain('https://nordhafen.example')
  expect((await operator('admin', 'register-tenant', number)).text).toMatch(
    /^Invitation 1 is used up: Nordhafen Custody is registered, at ADDRESS\./,
  )
})
