import { describe, expect, test } from 'vitest'
import { createRequestRange } from './requestRange.ts'

/** Reads so many blocks without logs from a ledger that answers at most `limit` at once. */
function read(numBlocks: number, limit: number) {
  const range = createRequestRange()
  let [refusals, answers] = [0, 0]
  for (let done = 0; done < numBlocks;) {
    if (range.blocks() > limit) {
      refusals += 1
      range.refused()
    } else {
      answers += 1
      done += range.blocks()
      range.answered(0)
    }
  }
  return { refusals, answers }
}

describe('A12: a ledger’s limit is remembered', () => {
  test.each([
    { limit: 100, refusals: 3 },
    { limit: 500, refusals: 1 },
    { limit: 5_000, refusals: 1 },
    { limit: 20_000, refusals: 0 },
  ])('of $limit blocks: refused at most $refusals times in fifty questions', ({ limit, refusals }) => {
    const one = read((limit / 2) * 40, limit)
    expect(one.refusals).toBeLessThanOrEqual(refusals)
    expect(one.answers).toBeLessThan(100)
  })

  test('failures for other reasons slow the index down for a short time only', () => {
    const range = createRequestRange()
    for (let failure = 0; failure < 20; failure++) range.refused()
    expect(range.blocks()).toBe(1)
    for (let answer = 0; answer < 800; answer++) range.answered(0)
    expect(range.blocks()).toBe(20_000)
  })
})

test('a batch holds a good number of logs, whatever the blocks', () => {
  const range = createRequestRange()
  for (let answer = 0; answer < 20; answer++) range.answered(range.blocks() * 100)
  expect(range.blocks() * 100).toBeLessThanOrEqual(4_000)
  expect(range.blocks() * 100).toBeGreaterThanOrEqual(1_000)
})
