import { join } from 'node:path'
import { run } from '../run.ts'
import { countResults } from './suite.ts'
import type { Suite } from './suite.ts'

/** It runs beside the browser's tests, and still gets a third of a busy processor. */
const BEHIND_STORY = 5

type Test = { status: string; reason: string | null; decoded_logs: string[] }
type Report = Record<string, { test_results: Record<string, Test> }>

/**
 * What suites of the contracts alone depend on. The records that they write (`mutation/*.json`) are not among them, nor is the
 * lock file: `contracts/package.json` pins each tool, and a new package of another workspace proves nothing against a walk. Of
 * the scripts, `contractScript` adds those that it runs: a change of the deployment proves nothing against one either. The tests in
 * TypeScript beside those of Foundry are everyday ones.
 */
export const contractInputs = [
  'contracts/foundry.toml',
  'contracts/mutation/reasons.json',
  'contracts/package.json#dependencies',
  'contracts/solc.mjs',
  'contracts/src/',
  'contracts/test/*.sol',
]

/** Foundry's tests of the contracts. */
export const solidity: Suite = {
  name: 'solidity',
  run: (root, onLine) =>
    count(root, ['test', '--json'], {
      env: { NO_COLOR: '1' },
      limit: 1200,
      niceness: BEHIND_STORY,
      onLine,
    }),
}

/** The tests with 5,000 random values each; the walks have a suite of their own. */
export const deepSolidity: Suite = {
  name: 'deep solidity',
  inputs: contractInputs,
  run: (root, onLine) =>
    count(root, ['test', '--json', '--no-match-test', 'invariant'], {
      env: { FOUNDRY_PROFILE: 'deep', NO_COLOR: '1' },
      limit: 3600,
      onLine,
    }),
}

type Options = {
  env: Record<string, string>
  limit: number
  niceness?: number
  onLine: (line: string) => void
}

async function count(root: string, parameters: readonly string[], options: Options) {
  const ended = await run('forge', parameters, { cwd: join(root, 'contracts'), ...options })
  const result = countResults(ended, lastLine(ended.stdout), (report) => countSolidity(report as Report))
  return { ...result, output: `${ended.stderr.trim()}\n${describe(lastLine(ended.stdout)) ?? result.output}` }
}

const lastLine = (text: string): string | undefined => text.trim().split('\n').at(-1)

export function countSolidity(report: Report): { passed: number; failed: number; skipped: number } {
  const tests = Object.values(report).flatMap(({ test_results }) => Object.values(test_results))
  const count = (status: string): number => tests.filter((test) => test.status === status).length
  return { passed: count('Success'), failed: count('Failure'), skipped: count('Skipped') }
}

/** The report as lines to read: each contract, each test, and why it failed. */
function describe(text: string | undefined): string | undefined {
  try {
    const report = JSON.parse(text ?? '') as Report
    return Object.entries(report)
      .flatMap(([contract, { test_results }]) => [contract, ...Object.entries(test_results).map(line)])
      .join('\n')
  } catch {
    return undefined
  }
}

const line = ([name, { status, reason, decoded_logs }]: [string, Test]): string =>
  status === 'Success' ? `  ✓ ${name}` : [`  ✗ ${name}: ${reason ?? status}`, ...decoded_logs].join('\n    ')
