// `npm test`, and with --deep `npm run test:deep`. Its last line counts what ran: `N passed, N failed`. With --continue, a
// deep run counts the suites that proofs.json has for these very files and does not run them again. Named suites run alone:
// `npm run test:deep -- 'deep index' release`.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openProofs } from './suites/proofs.ts'
import { runSuite } from './suites/suite.ts'
import type { Suite } from './suites/suite.ts'
import { deepSuites, suites } from './suites/suites.ts'

const root = join(import.meta.dirname, '..')
const isDeep = process.argv.includes('--deep')
const isContinued = process.argv.includes('--continue')
const named = process.argv.slice(2).filter((parameter) => !parameter.startsWith('--'))
const proofs = await openProofs(root)
let [passed, failed] = [0, 0]

function count(result: { passed: number; failed?: number }): void {
  passed += result.passed
  failed += result.failed ?? 0
}

async function prove(suite: Suite): Promise<void> {
  const proof = isContinued ? await proofs.find(suite) : undefined
  if (proof !== undefined) {
    console.log(`✓ ${suite.name}: ${proof.passed} passed on ${proof.date}`)
    return count(proof)
  }
  const started = performance.now()
  const result = await runSuite(root, suite)
  await proofs.add(suite, result, Math.round((performance.now() - started) / 60_000))
  count(result)
}

/** The stages of a run, each with the suites that were named, or with all of them. */
function chosenStages(): Suite[][] {
  const stages = isDeep ? deepSuites : suites
  const known = stages.flat().map(({ name }) => name)
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(`No suite is named "${unknown}": choose from ${known.join(', ')}.`)
  return stages.map((stage) => stage.filter(({ name }) => named.length === 0 || named.includes(name)))
}

const stages = chosenStages()
await rm(join(root, 'test-results'), { recursive: true, force: true })
for (const stage of stages)
  await Promise.all(stage.map(async (suite) => (isDeep ? prove(suite) : count(await runSuite(root, suite)))))
if (passed + failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
