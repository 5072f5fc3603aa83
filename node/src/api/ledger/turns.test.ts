import { Address } from '@connex/protocol'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const USER = Address.parse(`0x${'1'.repeat(40)}`)
const OTHER = Address.parse(`0x${'2'.repeat(40)}`)
const BOUNDS = {
  ofUser: { atOnce: 2, waiting: 2 },
  ofAll: { atOnce: 3, waiting: 1 },
  patienceMs: 60_000,
}
const here = () => new AbortController().signal

/** Work that ends on a signal, and who is doing it. */
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

test('H1: a user has so many reads at once, some more wait in order, and one more is refused', async () => {
  const { take } = createTurns(BOUNDS)
  const { work, started, tick, endFirst } = createWork()
  const taken = ['a', 'b', 'c', 'd'].map((name) => take(USER, here(), work(name)))
  await expect(take(USER, here(), work('e'))).rejects.toMatchObject({
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

test('H1: what one user waits for does not keep another one', async () => {
  const { take } = createTurns(BOUNDS)
  const { work, started, tick } = createWork()
  for (const name of ['a', 'b', 'c', 'd']) void take(USER, here(), work(name))
  void take(OTHER, here(), work('other'))
  await tick()
  expect(started).toEqual(['a', 'b', 'other'])
})

test('H1: where all have too much to do, the server is busy', async () => {
  const { take } = createTurns({ ...BOUNDS, ofAll: { atOnce: 1, waiting: 0 } })
  const { work } = createWork()
  void take(USER, here(), work('a'))
  await expect(take(OTHER, here(), work('b'))).rejects.toMatchObject({ code: 'busy' })
})

test('H1: who has gone, or has waited for long, has no turn and leaves the place to the next one', async () => {
  const { take } = createTurns({ ...BOUNDS, ofUser: { atOnce: 1, waiting: 2 } })
  const { work, started, endFirst } = createWork()
  const leaving = new AbortController()
  void take(USER, here(), work('a'))
  const left = take(USER, leaving.signal, work('b'))
  void take(USER, here(), work('c'))
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'busy' })
  await endFirst()
  expect(started).toEqual(['a', 'c'])

  const hurried = createTurns({ ...BOUNDS, ofUser: { atOnce: 1, waiting: 1 }, patienceMs: 20 })
  void hurried.take(USER, here(), work('d'))
  await expect(hurried.take(USER, here(), work('e'))).rejects.toMatchObject({ code: 'busy' })
  expect(started).not.toContain('e')
})

test('H1: work that fails gives its place back', async () => {
  const { take } = createTurns({ ...BOUNDS, ofUser: { atOnce: 1, waiting: 0 } })
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(take(USER, here(), () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await take(USER, here(), () => Promise.resolve('a'))).toBe('a')
})
