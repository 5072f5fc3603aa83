import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mistake that the tests whose names match must find: `find` appears once in the file. */
export type SeededBug = { id: string; file: string; find: string; replace: string; test: string }

/** The properties and cases of contracts that are proved by tests of their number. */
export const provedIds: readonly string[] = [
  ...Array.from({ length: 45 }, (_, index) => `P${String(index + 1).padStart(2, '0')}`),
  ...Array.from({ length: 15 }, (_, index) => `CON${String(index + 1).padStart(2, '0')}`),
]

/** The bugs of every area, in the order of their numbers. */
export const readBugs = (folder: string): SeededBug[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as SeededBug[])
    .map((bug) => ({ ...bug, id: normal(bug.id) }))
    .sort((left, right) => provedIds.indexOf(left.id) - provedIds.indexOf(right.id))

/** `P-3` and `CON-01` are P03 and CON01. */
const normal = (id: string): string =>
  id
    .toUpperCase()
    .replace(/^(P|CON)-?(\d+)$/, (_, kind: string, number: string) => kind + number.padStart(2, '0'))

/** The names of the tests in a folder: `test_P24_…`, `invariant_P01_…`, and in TypeScript their number alone, `'P21: `. */
export const testNames = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.]sol$|[.]test[.]ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((text) => text.match(/(?<=function )(?:test|invariant)\w+|'P\d\d: /g) ?? [])

/** The numbers that tests bear in their names. */
export const testedIds = (folder: string): Set<string> =>
  new Set(testNames(folder).flatMap((name) => name.match(/(?<=[_'])(?:P\d\d|CON\d\d)(?=[_:])/g) ?? []))

/** The text with the bug in it. */
export function sow({ id, file, find, replace }: SeededBug, text: string): string {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`${id}: "${find}" appears ${parts.length - 1} times in ${file}.`)
  return parts.join(replace)
}
