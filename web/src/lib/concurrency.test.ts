import { expect, it } from 'vitest'
import { runLimited } from './concurrency.ts'

it('D6: begins the next as soon as one is published, and ends once all are indexed', async () => {
  const started: number[] = []
  let index = () => undefined as void
  const indexed = new Promise<void>((resolve) => (index = resolve))
  let isOver = false
  const all = runLimited([1, 2, 3, 4, 5], 2, async (item, publish) => {
    started.push(item)
    publish()
    await indexed
  }).then(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(started).toEqual([1, 2, 3, 4, 5])
  expect(isOver).toBe(false)
  index()
  await all
})

it('prepares no more at once than it may, and goes on after one that fails', async () => {
  let [running, most, done] = [0, 0, 0]
  const all = runLimited([1, 2, 3, 4, 5, 6], 2, async (item) => {
    most = Math.max(most, (running += 1))
    await new Promise((resolve) => setTimeout(resolve))
    running -= 1
    done += 1
    if (item === 2) throw new Error('refused')
  })
  await expect(all).rejects.toThrow('refused')
  expect([most, done]).toEqual([2, 6])
})
