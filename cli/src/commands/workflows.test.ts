// A workflow of a bank whose users sign together: listed, confirmed, revoked, rejected and executed by command.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorkflow } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../testkit/src/cli/commandRunner.ts'
import { startFourEyesFixture } from '../../../testkit/src/fixtures/fourEyes.ts'
import type { FourEyesFixture } from '../../../testkit/src/fixtures/fourEyes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const directory = mkdtempSync(join(tmpdir(), 'connex-workflows-'))
const LEI = '529900T8BM49AURSDO55'

let fixture: FourEyesFixture
let user: RunCommand

beforeAll(async () => {
  fixture = await startFourEyesFixture()
  user = await createCommandRunner(directory).userOf(fixture.world, fixture.world.bank.user, 'user')
})
afterAll(async () => {
  await fixture?.world.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Started by the administrator; the id differs from run to run. */
async function start(): Promise<string> {
  const about = { entity: 'delivery', entityId: 'delivery-1', action: 'batchTransaction' } as const
  const { workflowId } = await startWorkflow(fixture.admin, { ...about, calls: [fixture.setLei(LEI)] })
  return workflowId
}

test('a workflow that is not there, an answer without agreement and an early execution are refused', async () => {
  expect((await user('workflow', 'show', 'none')).text).toMatch(/^Workflow none was not found\.\nexit code 1/)
  expect((await user('workflow', 'confirm', await start())).text).toMatch(
    /pass --yes to answer\.\nexit code 2/,
  )
  expect((await user('workflow', 'execute', await start(), '--yes')).text).toMatch(
    /This workflow is PENDING\. .*\nexit code 1/,
  )
})

test('a colleague sees what a workflow calls, confirms, revokes and rejects it', async () => {
  const id = await start()
  const shown = (await user('workflow', 'show', id)).text.replaceAll(id, 'NUMBER')
  expect(shown).toMatchInlineSnapshot(`
    "Workflow     NUMBER
    State        PENDING
    Action       batchTransaction
    About        delivery delivery-1
    Calls        setString
    Initiator    ADDRESS
    Signed       1 of 2
                 ADDRESS at TIME
    Until        TIME
    Transaction  none
    exit code 0"
  `)
  const answer = async (verb: string) =>
    (await user('workflow', verb, id, '--yes')).text.replaceAll(id, 'NUMBER')
  expect(await answer('confirm')).toMatchInlineSnapshot(`
    "Workflow NUMBER: batchTransaction of delivery delivery-1.
    Its ledger transaction calls: setString.
    You sign it. So far, it is signed by 1 of 2.
    Workflow NUMBER: CONFIRMED, signed by 2 of 2. Next: connex workflow execute NUMBER
    exit code 0"
  `)
  expect(await answer('revoke')).toMatchInlineSnapshot(`
    "Workflow NUMBER: batchTransaction of delivery delivery-1.
    Its ledger transaction calls: setString.
    You take back your confirmation. The workflow continues without it.
    Workflow NUMBER: PENDING, signed by 1 of 2.
    exit code 0"
  `)
  expect(await answer('reject')).toMatchInlineSnapshot(`
    "Workflow NUMBER: batchTransaction of delivery delivery-1.
    Its ledger transaction calls: setString.
    You reject it: your server will no longer publish it.
    Workflow NUMBER: REJECTED, signed by 1 of 2.
    exit code 0"
  `)
  expect((await user('workflows', '--state', 'rejected')).text).toContain('1 in total')
})

test('a workflow with enough signatures is executed on the ledger', async () => {
  const id = await start()
  await user('workflow', 'confirm', id, '--yes')
  expect((await user('workflow', 'execute', id, '--dry-run')).text).toMatch(
    /calls: setString\.\nLedger check passed/,
  )
  expect(await fixture.readLei()).not.toBe(LEI)
  expect((await user('workflow', 'execute', id, '--yes')).text).toMatch(/Executed, in block N\.\nexit code 0/)
  expect(await fixture.readLei()).toBe(LEI)
})
