import { afterEach, expect, test } from 'vitest'
import {
  killAtOnce,
  partsOf,
  planSandbox,
  runCommand,
  startTestSandbox,
  supervisorOf,
  type SandboxPlan,
  type TestSandbox,
} from '../../../testkit/src/cli/testSandbox.ts'

let place: SandboxPlan
let sandbox: TestSandbox | undefined
afterEach(() => killAtOnce([sandbox && supervisorOf(sandbox), ...partsOf(place)]))

test.each([
  ['makes the databases', 'Granting privileges'],
  ['creates the examples', 'Booking the holdings'],
])(
  'a first start that is killed while it %s leaves nothing half-made: the next one starts from scratch',
  async (_name, stepBefore) => {
    place = await planSandbox()
    const killed = runCommand(['sandbox', '--json', ...place.args])
    await expect.poll(killed.stderr, { timeout: 120_000 }).toContain(stepBefore)
    killed.child.kill('SIGKILL')
    await killed.exited
    sandbox = await startTestSandbox(place)
    expect(sandbox.stderr()).toContain('The first start was not completed: starting from scratch')
    for (const { url } of sandbox.description.servers) {
      const health: unknown = await (await fetch(`${url}/api/v6/health`)).json()
      expect(health).toMatchObject({ status: 'ok', ledger: true })
    }
  },
  400_000,
)
