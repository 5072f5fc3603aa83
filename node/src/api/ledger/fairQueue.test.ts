import { Address } from '@connex/protocol'
import { expect, test } from 'vitest'
import { createFairQueue } from './fairQueue.ts'

const USER = Address.parse(`0x${'1'.repeat(40)}`)
const OTHER = Address.parse(`0x${'2'.repeat(40)}`)
const LIMITS = {
  perUser: { atOnce: 2, waiting: 2 },
  inAll: { atOnce: 3, waiting: 1 },
  patienceMs: 60_000,
}
const here = () => new AbortController().signal

/** Work that ends when the test says so, and a list of what has started. */
function createWork() {
  const ends: (() => void)[] = []
  const started: string[] = []
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  return { work, started, tick, endFirst: async () => (ends.shift()?.(), await tick()) }
}

test('H1: over the limit of a user reads wait in order, and over the length of the queue they are refused', async () => {
  const { run } = createFairQueue(LIMITS)
  const { work, started, tick, endFirst } = createWork()
  const taken = ['a', 'b', 'c', 'd'].map((name) => run(USER, here(), work(name)))
  await expect(run(USER, here(), work('e'))).rejects.toMatchObject({
    code: 'tooManyRequests',
    headers: { 'retry-after': '1' },
  })
  await tick()
  expect(started).toEqual(['a', 'b'])
  await endFirst()
  expect(started).toEqual(['a', 'b', 'c'])
  await endFirst()
  await endFirst()
  await endFirst()
  expect(await Promise.all(taken)).toEqual(['a', 'b', 'c', 'd'])
})

test('H1: the queue of one user does not hold up another user', async () => {
  const { run } = createFairQueue(LIMITS)
  const { work, started, tick, endFirst } = createWork()
  const taken = ['a', 'b', 'c', 'd'].map((name) => run(USER, here(), work(name)))
  taken.push(run(OTHER, here(), work('other')))
  await tick()
  expect(started).toEqual(['a', 'b', 'other'])
  for (const _ of taken) await endFirst()
  await Promise.all(taken)
})

test('H1: over the limit of all users, the server is busy', async () => {
  const { run } = createFairQueue({ ...LIMITS, inAll: { atOnce: 1, waiting: 0 } })
  const { work } = createWork()
  void run(USER, here(), work('a'))
  await expect(run(OTHER, here(), work('b'))).rejects.toMatchObject({ code: 'busy' })
})

test('H1: callers who leave or wait too long make room for the next one', async () => {
  const { run } = createFairQueue({ ...LIMITS, perUser: { atOnce: 1, waiting: 2 } })
  const { work, started, endFirst } = createWork()
  const leaving = new AbortController()
  void run(USER, here(), work('a'))
  const left = run(USER, leaving.signal, work('b'))
  void run(USER, here(), work('c'))
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'busy' })
  await endFirst()
  expect(started).toEqual(['a', 'c'])

  const hurried = createFairQueue({ ...LIMITS, perUser: { atOnce: 1, waiting: 1 }, patienceMs: 20 })
  void hurried.run(USER, here(), work('d'))
  await expect(hurried.run(USER, here(), work('e'))).rejects.toMatchObject({ code: 'busy' })
  expect(started).not.toContain('e')
})

test('H1: work that fails makes room for the next', async () => {
  const { run } = createFairQueue({ ...LIMITS, perUser: { atOnce: 1, waiting: 0 } })
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(run(USER, here(), () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await run(USER, here(), () => Promise.resolve('a'))).toBe('a')
})
