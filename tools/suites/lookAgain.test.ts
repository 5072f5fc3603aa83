import { expect, test } from 'vitest'
import { lookAgain } from './lookAgain.ts'
import type { Tally } from './Suite.ts'

const tally = (passed: number, failed: number): Tally => ({ passed, failed, skipped: 0, output: 'said' })
const never = () => Promise.reject(new Error('ran'))

test('what fails again has failed', async () => {
  const seen = await lookAgain(tally(8, 2), ['a', 'b'], () => Promise.resolve(tally(1, 1)))
  expect(seen).toMatchObject({ passed: 8, failed: 2 })
  expect(seen.unsteady).toBeUndefined()
})

test('many failures are no accident, and are not tried again', async () => {
  expect(await lookAgain(tally(8, 6), ['a', 'b', 'c', 'd', 'e', 'f'], never)).toEqual(tally(8, 6))
})

test('a failure outside the tests is not tried again', async () => {
  expect(await lookAgain(tally(8, 3), ['a', 'b'], never)).toEqual(tally(8, 3))
  expect(await lookAgain(tally(8, 1), [], never)).toEqual(tally(8, 1))
})

test('a suite without a failure runs once', async () => {
  expect(await lookAgain(tally(8, 0), [], never)).toEqual(tally(8, 0))
})

test('what passes alone is counted as passed and told as unsteady', async () => {
  const seen = await lookAgain(tally(8, 2), ['a', 'b'], () => Promise.resolve(tally(5, 0)))
  expect(seen).toMatchObject({ passed: 10, failed: 0, unsteady: ['a', 'b'] })
})
