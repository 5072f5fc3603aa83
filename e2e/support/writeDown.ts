import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

const file = join(import.meta.dirname, '..', 'measured.json')

/** What was measured, under its name, into the file that is committed: so that a change of it shows in a diff. */
export async function writeDown(name: string, found: Readonly<Record<string, unknown>>): Promise<void> {
  const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, unknown>
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    load: round(loadavg()[0]),
  }
  await writeFile(file, `${JSON.stringify({ ...known, [name]: { ...found, machine } }, null, 2)}\n`)
}

export const round = (value = Number.NaN): number => Number(value.toPrecision(3))

/** `quantile(times, 0.5)` is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
