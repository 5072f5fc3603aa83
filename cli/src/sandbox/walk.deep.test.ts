// The checklist's rows of errors, calls and fields, on a running sandbox, by a client that knows only the specification. A
// row's test begins with its id. `SANDBOX_FILE` names a sandbox that is running already.
import { readFile, rm } from 'node:fs/promises'
import { afterAll, beforeAll, vi } from 'vitest'
import type { SandboxDescription } from './SandboxDescription.ts'
import { callRows } from '../../../testkit/src/cli/checklist/calls.ts'
import { enumerationRows, fieldRows } from '../../../testkit/src/cli/checklist/fields.ts'
import { recordRows } from '../../../testkit/src/cli/checklist/records.ts'
import { errorRows } from '../../../testkit/src/cli/checklist/errors.ts'
import { openChecklistClient } from '../../../testkit/src/cli/checklist/client.ts'
import type { ChecklistClient } from '../../../testkit/src/cli/checklist/client.ts'
import { planSandbox, startTestSandbox } from '../../../testkit/src/cli/testSandbox.ts'

const MINUTES = 60_000
// A sandbox is created first; on a busy machine that alone takes minutes.
vi.setConfig({ testTimeout: 10 * MINUTES, hookTimeout: 20 * MINUTES })

const running = process.env['SANDBOX_FILE']
let walk: ChecklistClient | undefined
let stop = async () => {}

beforeAll(async () => {
  if (running !== undefined) {
    walk = openChecklistClient(JSON.parse(await readFile(running, 'utf8')) as SandboxDescription)
    return
  }
  const place = await planSandbox()
  const sandbox = await startTestSandbox({ ...place, args: [...place.args, '--custodian-delay', '1'] })
  walk = openChecklistClient(sandbox.description)
  stop = async () => {
    sandbox.process.kill('SIGTERM')
    await sandbox.exited
    await rm(place.directory, { recursive: true, force: true })
  }
})
afterAll(() => stop())

function ready(): ChecklistClient {
  if (walk === undefined) throw new Error('the sandbox did not start')
  return walk
}

errorRows(ready)
enumerationRows(ready)
callRows(ready)
recordRows(ready)
fieldRows(ready)
