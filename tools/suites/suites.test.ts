import { execFileSync } from 'node:child_process'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from '../checks/check.ts'
import type { Suite } from './suite.ts'
import { deepSuites } from './suites.ts'

test('every deep test belongs to a deep suite, or nobody would run it', async () => {
  const files = await filesOf(join(import.meta.dirname, '../..'))
  const deepTests = files.filter((file) => /[.]deep[.](?:test|spec)[.]tsx?$/.test(file))
  expect(deepTests.length).toBeGreaterThan(0)
  expect(deepTests.filter((file) => !deepSuites.flat().some((suite) => runs(suite, file)))).toEqual([])
})

test('every everyday story runs ten times, in one of two halves', async () => {
  const files = await filesOf(join(import.meta.dirname, '../..'))
  const stories = files.filter((file) => /^e2e[/].*[.]spec[.]ts$/.test(file) && !file.includes('.deep.'))
  const halves = deepSuites.flat().filter(({ name }) => name.startsWith('story ten times'))
  expect(stories.length).toBeGreaterThan(10)
  for (const file of stories) expect(halves.filter((half) => runs(half, file))).toHaveLength(1)
})

test('what a suite leaves to another one, vitest does not run for it', () => {
  const listed = (parameters: readonly string[], env: Record<string, string>) =>
    execFileSync('vitest', ['list', '--filesOnly', ...parameters], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, CONNEX_TESTS: 'deep', ...env },
      encoding: 'utf8',
    })
      .split('\n')
      .map((line) => line.replace(/^\[.*\] /, ''))
  for (const { parameters = [], leavesOut } of deepSuites.flat()) {
    if (leavesOut === undefined) continue
    const isLeftOut = (file: string) => matchesGlob(file, leavesOut)
    expect(listed(parameters, {}).filter(isLeftOut)).not.toEqual([])
    expect(listed(parameters, { CONNEX_LEFT_OUT: leavesOut }).filter(isLeftOut)).toEqual([])
  }
})

/** `runs({ parameters: ['node/'], leavesOut: 'node/src/indexer/**' }, 'node/src/fullDisk.deep.test.ts')` is `true`. */
const runs = (
  { parameters = [], leavesOut }: Pick<Suite, 'parameters' | 'leavesOut'>,
  file: string,
): boolean =>
  parameters.some((one) => !one.startsWith('--') && new RegExp(one).test(file)) &&
  (leavesOut === undefined || !matchesGlob(file, leavesOut))
