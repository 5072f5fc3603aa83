// `npm test`, and with --deep `npm run test:deep`. Its last line counts what ran: `N passed, N failed`. With --continue,
// suites that have passed for the same files are counted and not run again.
import { join } from 'node:path'
import { openProgress } from './suites/progress.ts'
import { runSuite } from './suites/suite.ts'
import type { Suite } from './suites/suite.ts'
import { deepSuites, suites } from './suites/suites.ts'

const root = join(import.meta.dirname, '..')
const stages = process.argv.includes('--deep') ? deepSuites : suites
const progress = await openProgress(root, process.argv.includes('--continue'))
let [passed, failed] = [0, 0]

async function runOnce(suite: Suite): Promise<void> {
  const known = progress.find(suite.name)
  if (known === undefined) {
    const result = await runSuite(root, suite)
    await progress.add(suite.name, result)
    count(result)
  } else {
    console.log(`✓ ${suite.name}: ${known.passed} passed in an earlier run`)
    count(known)
  }
}

function count(result: { passed: number; failed: number }): void {
  passed += result.passed
  failed += result.failed
}

for (const stage of stages) await Promise.all(stage.map(runOnce))
if (passed + failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
