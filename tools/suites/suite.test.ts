import { describe, expect, test } from 'vitest'
import type { Run } from '../run.ts'
import { countSolidity } from './solidity.ts'
import { countStory, failedStories } from './story.ts'
import { retryFailures, countResults } from './suite.ts'
import type { SuiteResult } from './suite.ts'
import { countLastLine, countScript } from './suites.ts'
import { countUnit, failuresOf } from './unit.ts'

const ended = (code: number): Run => ({
  code,
  stdout: '',
  stderr: '',
  output: 'its output',
  timedOut: false,
})
const counted = (passed: number, failed: number) => () => ({ passed, failed, skipped: 0 })

describe('a suite that yields no count has failed once', () => {
  test('without a report', () => {
    expect(countResults(ended(0), undefined, counted(3, 0))).toMatchObject({ passed: 0, failed: 1 })
  })

  test('with a report that is cut off', () => {
    expect(countResults(ended(0), '{"testResults":[', countUnit)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('with a report of another shape', () => {
    for (const count of [countUnit, countStory]) {
      expect(countResults(ended(0), '{"unknown":true}', count)).toMatchObject({ passed: 0, failed: 1 })
    }
  })

  test('where no test ran', () => {
    expect(countResults(ended(0), '{}', counted(0, 0))).toMatchObject({ failed: 1 })
    expect(countResults(ended(0), '{}', () => countSolidity({}))).toMatchObject({ failed: 1 })
  })

  test('where every test passed and the runner ended badly', () => {
    const tally = countResults(ended(7), '{}', counted(3, 0))
    expect(tally).toMatchObject({ passed: 3, failed: 1 })
    expect(tally.output).toContain('ended with 7')
  })
})

test('a suite that ran is counted as its report says', () => {
  expect(countResults(ended(0), '{}', counted(3, 0))).toMatchObject({ passed: 3, failed: 0 })
  expect(countResults(ended(1), '{}', counted(3, 2))).toMatchObject({ passed: 3, failed: 2 })
})

test('a file of unit tests that broke before its first test is one failure', () => {
  const passed = { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] }
  const broken = { status: 'failed', assertionResults: [] }
  const half = { status: 'failed', assertionResults: [{ status: 'passed' }] }
  const failed = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }
  expect(countUnit({ testResults: [passed, broken, half, failed] })).toEqual({
    passed: 3,
    failed: 3,
    skipped: 1,
  })
})

test('a proof is counted by its last line, and one that did not come so far has failed', () => {
  expect(countLastLine('✓ P01\n3 passed, 1 failed\n')).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(countLastLine('✓ P01\n3 passed, 1 failed, 2 skipped\n')).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
  })
  const cut = countResults(ended(0), '"3 passed, 0 failed, and then it broke"', (text) =>
    countLastLine(String(text)),
  )
  expect(cut).toMatchObject({ passed: 0, failed: 1 })
})

test('a script that lacks its tool is skipped, but does not hide a failure', () => {
  const scripted = (code: number, stdout: string) => countScript({ ...ended(code), stdout, output: stdout })
  const skipped = 'Python is not installed.\n0 passed, 0 failed, 9 skipped\n'
  expect(scripted(0, skipped)).toMatchObject({ passed: 0, failed: 0, skipped: 9 })
  expect(scripted(1, skipped)).toMatchObject({ failed: 1 })
  expect(scripted(0, '0 passed, 0 failed\n')).toMatchObject({ failed: 1 })
})

test('a browser test that passed at its second try has failed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
  expect(countStory({ stats, errors: ['a broken file'] })).toEqual({ passed: 4, failed: 3, skipped: 1 })
})

test('failed tests are named with their files', () => {
  const testResults = [
    {
      name: '/a/b.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'it waits' }],
    },
    { name: '/a/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'it goes' }] },
    {
      name: '/a/d.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'skipped', fullName: 'it never began' }],
    },
  ]
  const failures = failuresOf(JSON.stringify({ testResults }))
  expect(failures).toEqual({
    paths: ['/a/b.test.ts', '/a/d.test.ts'],
    names: ['b.test.ts: it waits', 'd.test.ts: before its first test'],
  })
  // Each failure that is counted has a name, or the second look would not be taken.
  expect(failures.names).toHaveLength(countUnit({ testResults }).failed)
  const specs = [
    { title: 'a day', ok: false, file: 'story.spec.ts' },
    { title: 'a night', ok: true, file: 'story.spec.ts' },
  ]
  expect(failedStories(JSON.stringify({ suites: [{ suites: [{ specs }] }] }))).toEqual([
    'story.spec.ts: a day',
  ])
  expect(failuresOf(undefined).names).toEqual([])
  expect(failedStories(undefined)).toEqual([])
})

const tally = (passed: number, failed: number): SuiteResult => ({
  passed,
  failed,
  skipped: 0,
  output: 'said',
})
const never = () => Promise.reject(new Error('ran'))

test('what fails again has failed', async () => {
  const seen = await retryFailures(tally(8, 2), ['a', 'b'], () => Promise.resolve(tally(1, 1)))
  expect(seen).toMatchObject({ passed: 8, failed: 2 })
  expect(seen.unsteady).toBeUndefined()
})

test('many failures are not an accident, and are not tried again', async () => {
  expect(await retryFailures(tally(8, 6), ['a', 'b', 'c', 'd', 'e', 'f'], never)).toEqual(tally(8, 6))
})

test('a failure outside the tests is not tried again', async () => {
  expect(await retryFailures(tally(8, 3), ['a', 'b'], never)).toEqual(tally(8, 3))
  expect(await retryFailures(tally(8, 1), [], never)).toEqual(tally(8, 1))
})

test('a suite without a failure runs once', async () => {
  expect(await retryFailures(tally(8, 0), [], never)).toEqual(tally(8, 0))
})

test('a test that passes alone is counted as passed and reported as unsteady', async () => {
  const seen = await retryFailures(tally(8, 2), ['a', 'b'], () => Promise.resolve(tally(5, 0)))
  expect(seen).toMatchObject({ passed: 10, failed: 0, unsteady: ['a', 'b'] })
})
