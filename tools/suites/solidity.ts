import { join } from 'node:path'
import { run } from '../run.ts'
import { readTally } from './readTally.ts'
import type { Suite } from './Suite.ts'

type Test = { status: string; reason: string | null; decoded_logs: string[] }
type Report = Record<string, { test_results: Record<string, Test> }>

/** Foundry's tests of the contracts. */
export const solidity = (
  name = 'solidity',
  profile = 'default',
  limit = 1200,
  which: readonly string[] = [],
): Suite => ({
  name,
  run: async (root, onLine) => {
    const env = { FOUNDRY_PROFILE: profile, NO_COLOR: '1' }
    const parameters = ['test', '--json', ...which]
    const ended = await run('forge', parameters, { cwd: join(root, 'contracts'), env, limit, onLine })
    const tally = readTally(ended, lastLine(ended.stdout), (report) => countSolidity(report as Report))
    return { ...tally, output: `${ended.stderr.trim()}\n${describe(lastLine(ended.stdout)) ?? tally.output}` }
  },
})

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
