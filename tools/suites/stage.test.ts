import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('what must be alone does not begin while another suite runs', async () => {
  const join = openStage(2)
  const [one, other] = [join(), join()]
  let began = false
  const task = one.alone(async () => {
    began = true
  })
  await settled()
  expect(began).toBe(false)
  other.leave()
  await task
  expect(began).toBe(true)
})

test('two that wait for each other follow one after the other, also where the first one fails', async () => {
  const join = openStage(2)
  const [one, other] = [join(), join()]
  const seen: string[] = []
  const first = one.alone(async () => {
    seen.push('one')
    await settled()
    throw new Error('failed again')
  })
  const second = other.alone(async () => {
    seen.push('other')
  })
  await expect(first).rejects.toThrow('failed again')
  await second
  expect(seen).toEqual(['one', 'other'])
})

test('a suite that was alone and then ends is counted once', async () => {
  const join = openStage(3)
  const [one, other, third] = [join(), join(), join()]
  const retry = one.alone(async () => 'passed')
  one.leave()
  other.leave()
  other.leave()
  let isDone = false
  void retry.then(() => (isDone = true))
  await settled()
  expect(isDone).toBe(false)
  third.leave()
  expect(await retry).toBe('passed')
})
