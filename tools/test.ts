// `npm test`, and with --deep `npm run test:deep`. Its last line counts what ran: `N passed, N failed`.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runSuite } from './suites/runSuite.ts'
import type { Tally } from './suites/Suite.ts'
import { deepSuites, suites } from './suites/suites.ts'

const root = join(import.meta.dirname, '..')
const stages = process.argv.includes('--deep') ? deepSuites : suites

await rm(join(root, 'test-results'), { recursive: true, force: true })
const tallies: Tally[] = []
for (const stage of stages) {
  tallies.push(...(await Promise.all(stage.map((suite) => runSuite(root, suite)))))
}

const sum = (key: 'passed' | 'failed'): number => tallies.reduce((total, tally) => total + tally[key], 0)
const failed = sum('passed') + sum('failed') === 0 ? 1 : sum('failed')
console.log(`${sum('passed')} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
