import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProgress } from './progress.ts'

const result = (failed: number) => ({ passed: 3, failed, skipped: 0, output: 'a long log' })
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'connex-progress-'))
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  await writeFile(join(root, '.gitignore'), 'test-results\n')
  await writeFile(join(root, 'one.ts'), 'export const one = 1\n')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('a continued run finds the suites that have passed, and only these', async () => {
  const first = await openProgress(root, false)
  await first.add('solidity', result(0))
  await first.add('unit', result(1))
  const next = await openProgress(root, true)
  expect(next.find('solidity')).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(next.find('unit')).toBeUndefined()
})

test('a run that is not continued starts over, with the old results removed', async () => {
  await (await openProgress(root, false)).add('solidity', result(0))
  const next = await openProgress(root, false)
  expect(next.find('solidity')).toBeUndefined()
  expect(await readdir(root)).not.toContain('test-results')
})

test('a changed, a new or a removed file makes every suite run again', async () => {
  for (const change of [
    () => writeFile(join(root, 'one.ts'), 'export const one = 2\n'),
    () => writeFile(join(root, 'two.ts'), 'export const two = 2\n'),
    () => rm(join(root, 'two.ts')),
  ]) {
    await (await openProgress(root, false)).add('solidity', result(0))
    await change()
    expect((await openProgress(root, true)).find('solidity')).toBeUndefined()
  }
})
