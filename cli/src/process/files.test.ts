import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDirectory } from './files.ts'

const place = mkdtempSync(join(tmpdir(), 'connex-directory-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')('a place where nothing can be made is refused at once', () => {
  expect(() => makeDirectory('/proc/connex/deep')).toThrow('ENOENT')
})

test('what is missing above is made too, and what is there is left alone', () => {
  const deep = join(place, 'one', 'two')
  makeDirectory(deep)
  makeDirectory(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
})
