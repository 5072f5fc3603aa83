import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { nextAnswer } from './poll.ts'

const clientOf = () => createClient({ baseUrl: 'http://127.0.0.1:4000' })

/** Counts its own requests; each takes a moment, and answers its number. */
function countRequests() {
  let count = 0
  const question = async () => {
    count += 1
    const number = count
    await sleep(10)
    return number
  }
  return { question, count: () => count }
}

describe('what ends the waiting', () => {
  test('a signal that was aborted before: nothing is requested', async () => {
    const { question, count } = countRequests()
    const signal = AbortSignal.abort(new Error('before'))
    await expect(nextAnswer(clientOf(), question, { isNew: true, signal })).rejects.toThrow('before')
    expect(count()).toBe(0)
  })

  test('a signal: of one waiter alone, and of the last one the request as well', async () => {
    const client = clientOf()
    const { question, count } = countRequests()
    await nextAnswer(client, question, { isNew: true })
    const [first, second] = [new AbortController(), new AbortController()]
    const waiting = [first, second].map(({ signal }) =>
      nextAnswer(client, question, { isNew: false, signal }),
    )
    first.abort(new Error('first'))
    await expect(waiting[0]).rejects.toThrow('first')
    second.abort(new Error('second'))
    await expect(waiting[1]).rejects.toThrow('second')
    await sleep(200)
    expect(count()).toBe(1)
    expect(await nextAnswer(client, question, { isNew: true })).toBe(2)
  })

  test('a failure, of everybody who waits; the next request may succeed', async () => {
    const client = clientOf()
    let hasFailed = false
    const question = () => {
      if (hasFailed) return Promise.resolve('answer')
      hasFailed = true
      return Promise.reject(new Error('once'))
    }
    const waiting = [1, 2].map(() => nextAnswer(client, question, { isNew: true }))
    for (const one of waiting) await expect(one).rejects.toThrow('once')
    expect(await nextAnswer(client, question, { isNew: false })).toBe('answer')
  })
})

test('all who wait share one request, and another session has its own', async () => {
  const client = clientOf()
  const { question, count } = countRequests()
  const answers = Array.from({ length: 200 }, () => nextAnswer(client, question, { isNew: true }))
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
  await nextAnswer(clientOf(), question, { isNew: true })
  expect(count()).toBe(2)
})

test('who comes while a request is on its way waits for the next, which is newer', async () => {
  const client = clientOf()
  const { question } = countRequests()
  const first = nextAnswer(client, question, { isNew: true })
  await sleep(2)
  expect(await nextAnswer(client, question, { isNew: true })).toBe(2)
  expect(await first).toBe(1)
})

test('distances grow, and become short again for who is new and when the event stream has news', async () => {
  const client = clientOf()
  const { question } = countRequests()
  const timed = async (isNew: boolean) => {
    const began = performance.now()
    await nextAnswer(client, question, { isNew })
    return performance.now() - began
  }
  for (let times = 0; times < 6; times += 1) await timed(false)
  expect(await timed(false)).toBeGreaterThan(400)
  const woken = timed(false)
  await sleep(20)
  for (const wake of client.session.wakers) wake()
  expect(await woken).toBeLessThan(400)
  expect(await timed(true)).toBeLessThan(400)
})
