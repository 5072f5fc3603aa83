import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDirectory } from './files.ts'

const place = mkdtempSync(join(tmpdir(), 'connex-directory-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')('a directory that cannot be created is refused immediately', () => {
  expect(() => makeDirectory('/proc/connex/deep')).toThrow('ENOENT')
})

test('missing parents are created, existing ones left alone', () => {
  const deep = join(place, 'one', 'two')
  makeDirectory(deep)
  makeDirectory(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
})
