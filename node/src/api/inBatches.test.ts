import { expect, test } from 'vitest'
import { inBatches } from './inBatches.ts'

test('a failure is told to those who waited for it, and the next one is answered', async () => {
  let isBroken = true
  const double = inBatches((batch: readonly number[]) =>
    isBroken ? Promise.reject(new Error('gone')) : Promise.resolve(batch.map((one) => 2 * one)),
  )
  const asked = await Promise.allSettled([double(1), double(2)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await double(3)).toBe(6)
})

test('who comes while a question is on its way is asked in the next one, never answered by that one', async () => {
  const batches: number[][] = []
  let answer = (): void => undefined
  const double = inBatches(async (batch: readonly number[]) => {
    batches.push([...batch])
    await new Promise<void>((done) => (answer = done))
    return batch.map((one) => 2 * one)
  })
  const early = [double(1), double(2)]
  await new Promise((done) => setImmediate(done))
  const late = [double(1), double(3)]
  answer()
  expect(await Promise.all(early)).toEqual([2, 4])
  await new Promise((done) => setImmediate(done))
  answer()
  expect(await Promise.all(late)).toEqual([2, 6])
  expect(batches).toEqual([
    [1, 2],
    [1, 3],
  ])
})
