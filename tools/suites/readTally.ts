import { readFile } from 'node:fs/promises'
import type { Run } from '../run.ts'
import type { Tally } from './Suite.ts'

type Counts = Omit<Tally, 'output'>

/**
 * What a runner counted, as its report says, held against how the runner ended: no report, no test, or an
 * unhappy end without a failed test is a failure too.
 */
export function readTally(run: Run, report: string | undefined, count: (report: unknown) => Counts): Tally {
  const counts = countReport(report, count)
  const because = (reason: string): Tally => ({
    ...(counts ?? { passed: 0, skipped: 0 }),
    failed: 1,
    output: `${run.output.trim()}\n\n${reason}`,
  })
  if (counts === undefined) return because('The runner left no report that could be counted.')
  if (counts.passed + counts.failed === 0) return because('No test ran.')
  if (run.code !== 0 && counts.failed === 0)
    return because(`The runner ended with ${run.code}, though no test failed.`)
  return { ...counts, output: run.output }
}

function countReport(report: string | undefined, count: (report: unknown) => Counts): Counts | undefined {
  try {
    const counts = report === undefined ? undefined : count(JSON.parse(report))
    return counts !== undefined && Object.values(counts).every(Number.isSafeInteger) ? counts : undefined
  } catch {
    return undefined
  }
}

export const readReport = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined)
