import { rmSync } from 'node:fs'
import { afterAll, beforeAll, vi } from 'vitest'
import {
  killAtOnce,
  planSandbox,
  partsOf,
  startTestSandbox,
  supervisorOf,
  type TestSandbox,
} from '../../../testkit/src/cli/testSandbox.ts'
import { commandCases, moreCommandCases } from '../../../testkit/src/cli/commandCases.ts'
import { dealCases } from '../../../testkit/src/cli/dealCases.ts'

const MINUTES = 60_000
// A sandbox is created first; on a busy machine that alone takes minutes.
vi.setConfig({ testTimeout: 20 * MINUTES, hookTimeout: 20 * MINUTES })

const place = await planSandbox()
let sandbox: TestSandbox | undefined

beforeAll(async () => {
  // The robot waits, so that the cases can cancel and settle their transfers.
  sandbox = await startTestSandbox({ ...place, args: [...place.args, '--custodian-delay', '3600'] })
})
afterAll(() => {
  killAtOnce([sandbox && supervisorOf(sandbox), ...partsOf(place)])
  rmSync(place.directory, { recursive: true, force: true })
})

function description(): TestSandbox['description'] {
  if (sandbox === undefined) throw new Error('the sandbox did not start')
  return sandbox.description
}

commandCases(description, ['signed', 'published', 'mined'])
moreCommandCases(description)
dealCases(description)
