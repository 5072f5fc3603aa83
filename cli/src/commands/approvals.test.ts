// A desk that signs together, by command: one user proposes, a colleague reads what would be signed, and approves or rejects it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptInvitation, createUser } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../../testkit/src/cli/commandRunner.ts'
import type { CommandRunner, RunCommand } from '../../../testkit/src/cli/commandRunner.ts'
import { runConnex } from '../../../testkit/src/cli/users.ts'
import { startApprovalsFixture } from '../../../testkit/src/fixtures/approvals.ts'
import type { ApprovalsFixture } from '../../../testkit/src/fixtures/approvals.ts'
import { newUser, testClient } from '../../../testkit/src/servers/users.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const directory = mkdtempSync(join(tmpdir(), 'connex-approvals-'))

let fixture: ApprovalsFixture
let runner: CommandRunner
let first: RunCommand
let second: RunCommand

beforeAll(async () => {
  fixture = await startApprovalsFixture()
  await fixture.require(2, 'createDelivery', 'cancelDelivery')
  const { north, alpenbank } = fixture.market
  runner = createCommandRunner(directory)
  first = await runner.userOf(north, alpenbank.user, 'first')
  second = await runner.userOf(north, fixture.colleague, 'second')
})
afterAll(async () => {
  await fixture?.market.stop()
  rmSync(directory, { recursive: true, force: true })
})

const TRANSFER =
  'transfer fop --direction deliver --custodian Meridian_Registrars --counterparty Baltic_Trust_Bank --instrument DE000CNX0025 --account 11 --quantity 12.50 --description Rebalancing --yes'
    .split(' ')
    .map((part) => part.replaceAll('_', ' '))

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const withoutIds = (text: string) => text.replaceAll(UUID, 'NUMBER')

async function propose(): Promise<string> {
  const { text } = await first(...TRANSFER, '--propose')
  const id = text.match(UUID)?.[0]
  if (id === undefined) throw new Error(text)
  return id
}

test('what needs two signatures is refused, and says how to send it for approval', async () => {
  expect((await first(...TRANSFER)).text).toMatchInlineSnapshot(`
    "This action requires 2 signatures (createDelivery). Use --propose to send it for approval, or ask your administrator to disable four-eyes.
    exit code 1"
  `)
  const canceled = await first('mint', 'cancel', `0x${'5e'.repeat(32)}`, '--reason', 'Wrong date', '--yes')
  expect(canceled.text).toContain('This action requires 2 signatures (cancelDelivery). Use --propose')
})

test('an own proposal, a proposal that is not there, and an approval without agreement are refused', async () => {
  const id = await propose()
  expect(withoutIds((await first('approvals', 'approve', id, '--yes')).text)).toMatchInlineSnapshot(`
    "You have signed this proposal already. A colleague must approve it.
    exit code 1"
  `)
  expect((await second('approvals', 'show', 'none')).text).toMatch(
    /^Workflow none was not found\.\nexit code 1/,
  )
  expect((await second('approvals', 'approve', id)).text).toMatch(/exit code 2/)
  await second('approvals', 'reject', id, '--yes')
})

test('a transfer is proposed, shown to a colleague with what would be signed, and approved in one step', async () => {
  const proposed = await first(...TRANSFER, '--propose')
  const id = proposed.text.match(UUID)?.[0] ?? ''
  expect(withoutIds(proposed.text)).toMatchInlineSnapshot(`
    "Alpenbank delivers 12.50 of Hanseatic 2031 from account 11 to Baltic Trust Bank, free of payment.
    It is earmarked immediately, and settles once Baltic Trust Bank and Meridian Registrars have confirmed.
    None of this happens until a colleague has approved it.
      stored      private details on your server
    Sent for approval: NUMBER, signed by 1 of 2, until TIME.
    A colleague approves it: connex approvals approve NUMBER
    exit code 0"
  `)
  expect(withoutIds((await second('approvals', 'list')).text)).toMatchInlineSnapshot(`
    "Id                                    State    Signed  What                                                    Until                 Doubts
    NUMBER  PENDING  1 of 2  createDelivery: 12.50 DE000CNX0025 → Baltic Trust Bank  TIME  none

    1 in total
    exit code 0"
  `)
  expect(withoutIds((await second('approvals', 'show', id)).text)).toMatchInlineSnapshot(`
    "Proposal     NUMBER
    State        PENDING
    Proposed by  User of Alpenbank (ADDRESS) at TIME
    Signed       1 of 2
                 User of Alpenbank (ADDRESS) at TIME
    Until        TIME

    Creates delivery ID:
    Alpenbank delivers 12.50 DE000CNX0025 from account 11 to Baltic Trust Bank.
    Description: Rebalancing

    Next: connex approvals approve NUMBER
    exit code 0"
  `)
  expect((await second('approvals', 'approve', id, '--dry-run')).text).toContain(
    'The ledger would accept these calls now. It checks signatures, privileges and deadline when they are published. Nothing was signed.',
  )
  expect(withoutIds((await second('approvals', 'approve', id, '--yes')).text)).toMatchInlineSnapshot(`
    "Creates delivery ID:
    Alpenbank delivers 12.50 DE000CNX0025 from account 11 to Baltic Trust Bank.
    Description: Rebalancing
    So far, it is signed by 1 of 2.
      signed      ID
      published
      in block    N
      indexed     by your server
    Approved and published, in block N.
    exit code 0"
  `)
  expect((await first('transfers')).text).toContain('12.50')
})

test('a registrar’s suspension is proposed, read with its reason, and approved', async () => {
  const { market } = fixture
  const admin = await testClient(market.north.node.url, market.registrar.admin)
  const administrator = await runner.userOf(market.north, market.registrar.admin, 'administrator')
  const fourEyes = ['admin', 'four-eyes', '--dapp', 'AccountRegistryManager', '--signatures', '2', '--yes']
  // Other managers have functions of this name that take something else.
  for (const name of ['suspendRegistry', 'forcedTransfer'])
    expect((await administrator(...fourEyes, '--function', name)).text).toMatch(
      /Done, in block N\.\nexit code 0$/,
    )
  expect((await administrator(...fourEyes, '--function', 'createDelivery')).text).toMatchInlineSnapshot(`
    "There is no function of AccountRegistryManager 'createDelivery'. docs/contracts.md lists them.
    exit code 1"
  `)
  const user = newUser()
  const { invitationToken } = await createUser(admin, {
    userAddr: user.address,
    name: 'M. Brunner',
    privileges: ['user.DAPP_USER', 'registry.REGISTRAR_REGISTRATION'],
  })
  await acceptInvitation(await testClient(market.north.node.url, user), { token: invitationToken })
  const registrar = await runner.userOf(market.north, market.registrar.user, 'registrar')
  const colleague = await runner.userOf(market.north, user, 'brunner')
  const suspend = ['desk', 'suspend', 'DE000CNX0025', '--reason', 'Corporate action', '--yes']
  expect((await registrar(...suspend)).text).toMatchInlineSnapshot(`
    "This needs the signatures of 2 users of your tenant (four eyes). Send it to a colleague for approval. Use --propose.
    exit code 1"
  `)
  const proposed = await registrar(...suspend, '--propose')
  const id = proposed.text.match(UUID)?.[0] ?? ''
  expect(withoutIds((await colleague('approvals', 'list')).text)).toMatchInlineSnapshot(`
    "Id                                    State    Signed  What                                                                                                     Until                 Doubts
    NUMBER  PENDING  1 of 2  You suspend the registry of DE000CNX0025: nothing can be moved or earmarked, but canceling still works.  TIME  none

    1 in total
    exit code 0"
  `)
  expect(withoutIds((await colleague('approvals', 'approve', id, '--yes')).text)).toMatchInlineSnapshot(`
    "You suspend the registry of DE000CNX0025: nothing can be moved or earmarked, but canceling still works.
    The reason: “Corporate action”
    So far, it is signed by 1 of 2.
      signed      ID
      published
      in block    N
      indexed     by your server
    Approved and published, in block N.
    exit code 0"
  `)
  await registrar('desk', 'unsuspend', 'DE000CNX0025', '--reason', 'It is over', '--yes')
})

test('a colleague rejects a proposal with a reason, which the proposer reads', async () => {
  const id = await propose()
  expect(
    withoutIds((await second('approvals', 'reject', id, '--reason', 'Wrong counterparty', '--yes')).text),
  ).toMatchInlineSnapshot(`
    "Creates delivery ID:
    Alpenbank delivers 12.50 DE000CNX0025 from account 11 to Baltic Trust Bank.
    Description: Rebalancing
    You reject it: none of this happens.
    Proposal NUMBER: REJECTED.
    exit code 0"
  `)
  const shown = (await first('approvals', 'show', id)).text
  expect(shown).toMatch(/Reason +Wrong counterparty/)
  expect(shown).toContain('This proposal has ended: it was rejected.')
})

test('what was confirmed is rejected on the ledger as well', async () => {
  const id = await propose()
  await second('workflow', 'confirm', id, '--yes')
  expect((await second('approvals', 'reject', id, '--on-ledger', '--yes')).text).toMatch(
    /REJECTED\.\nexit code 0/,
  )
})

const plug = new URL('../../../testkit/src/cli/killAtCall.ts', import.meta.url).href

test.each(['signed', 'published'])(
  'an approval killed when its transaction was %s is carried out by the next command of that user, once',
  async (moment) => {
    const id = await propose()
    const killed = await runConnex(['approvals', 'approve', id, '--yes'], {
      ...runner.environmentOf(fixture.market.north, 'second'),
      NODE_OPTIONS: `--import=${plug}`,
      CONNEX_TEST_KILL: moment,
    })
    expect(killed.code).toBeNull()
    if (moment === 'signed') expect((await first('approvals', 'show', id)).text).toMatch(/State +CONFIRMED/)
    expect((await second('resume')).text).toContain('ID has executed')
    expect((await first('approvals', 'show', id)).text).toMatch(/State +EXECUTED/)
    expect((await second('approvals', 'approve', id, '--yes')).text).toMatch(/has ended: it was executed/)
  },
)
