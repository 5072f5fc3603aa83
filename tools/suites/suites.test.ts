import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from '../checks/check.ts'
import { deepSuites } from './suites.ts'

const EXCLUDE = '--exclude='

test('every deep test belongs to a deep suite, or nobody would run it', async () => {
  const files = await filesOf(join(import.meta.dirname, '../..'))
  const deepTests = files.filter((file) => /[.]deep[.](?:test|spec)[.]tsx?$/.test(file))
  expect(deepTests.length).toBeGreaterThan(0)
  expect(deepTests.filter((file) => !deepSuites.flat().some((suite) => runs(suite, file)))).toEqual([])
})

/** `runs({ parameters: ['node/', '--exclude=node/src/indexer/**'] }, 'node/src/fullDisk.deep.test.ts')` is `true`. */
function runs({ parameters = [] }: { parameters?: readonly string[] }, file: string): boolean {
  const isSelected = parameters.some((one) => !one.startsWith('--') && file.includes(one))
  const excluded = parameters.filter((one) => one.startsWith(EXCLUDE)).map((one) => one.slice(EXCLUDE.length))
  return isSelected && !excluded.some((glob) => matchesGlob(file, glob))
}
