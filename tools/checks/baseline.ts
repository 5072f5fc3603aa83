// Rules that the code does not fulfill everywhere yet: baseline.json has the faults of each rule in each file that are still
// accepted. Their number may only go down.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from './check.ts'

export type Fault = { rule: string; file: string; text: string }
type Baseline = Record<string, Record<string, number>>

const FILE = 'tools/checks/baseline.json'

/** A finding with all faults of a rule in a file as soon as there are more of them than accepted. */
export async function judgeFaults(root: string, faults: readonly Fault[]): Promise<Finding> {
  const baseline = await readBaseline(root)
  const found = Map.groupBy(faults, ({ rule, file }) => `${rule} ${file}`)
  const problems = [...found.values()].flatMap((ofFile) => {
    const [{ rule, file }] = ofFile as [Fault]
    const accepted = baseline[rule]?.[file] ?? 0
    if (ofFile.length <= accepted) return []
    const more = accepted === 0 ? '' : ` (${ofFile.length}, of which ${accepted} are accepted)`
    return ofFile.map(({ text }) => `${rule}: ${file}${text === '' ? '' : `:${text}`}${more}`)
  })
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/** Writes the lower counts down: the baseline never takes in a new fault. How many it accepts then. */
export async function lowerBaseline(root: string, faults: readonly Fault[]): Promise<number> {
  const counts = countFaults(faults)
  const lowered = mapCounts(await readBaseline(root), (accepted, rule, file) =>
    Math.min(accepted, counts[rule]?.[file] ?? 0),
  )
  await writeFile(join(root, FILE), `${JSON.stringify(lowered, null, 2)}\n`)
  return Object.values(lowered)
    .flatMap((files) => Object.values(files))
    .reduce((sum, count) => sum + count, 0)
}

function countFaults(faults: readonly Fault[]): Baseline {
  const counts: Baseline = {}
  for (const { rule, file } of faults) {
    const files = (counts[rule] ??= {})
    files[file] = (files[file] ?? 0) + 1
  }
  return mapCounts(counts, (count) => count)
}

/** Sorted, without the files that have none. */
function mapCounts(
  baseline: Baseline,
  change: (count: number, rule: string, file: string) => number,
): Baseline {
  const sorted = <Value>(entries: [string, Value][]) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted(Object.entries(baseline))
      .map(([rule, files]): [string, Record<string, number>] => [
        rule,
        Object.fromEntries(
          sorted(Object.entries(files))
            .map(([file, count]): [string, number] => [file, change(count, rule, file)])
            .filter(([, count]) => count > 0),
        ),
      ])
      .filter(([, files]) => Object.keys(files).length > 0),
  )
}

async function readBaseline(root: string): Promise<Baseline> {
  const text = await readFile(join(root, FILE), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Baseline
}
