import type { Bytes32 } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import { findFork, findForkSince } from './reorgs.ts'
import { finalize, mayFollow, reconcile } from './reconcile.ts'

const hash = (name: string) => `0x${name}` as Bytes32
const block = (number: number, name = `a${number}`, parent = `a${number - 1}`) => ({
  number,
  hash: hash(name),
  parentHash: hash(parent),
  at: 0,
})
const patient = { behindForMs: 0, lagMs: 1_000 }
const tip = { number: 7, hash: hash('a7') }

test('the head is the tip: wait', () => {
  expect(reconcile(tip, block(7), patient)).toEqual({ kind: 'wait' })
})

test('the head is a child of the tip: that block', () => {
  expect(reconcile(tip, block(8), patient)).toEqual({ kind: 'blocks', from: 8, to: 8 })
})

test('the head is further: the blocks up to it', () => {
  expect(reconcile(tip, block(12, 'b12', 'b11'), patient)).toEqual({ kind: 'blocks', from: 8, to: 12 })
})

test('another block at the same height: a reorg', () => {
  expect(reconcile(tip, block(7, 'b7'), patient)).toEqual({ kind: 'reorg' })
})

test('the next block has another parent: a reorg', () => {
  expect(reconcile(tip, block(8, 'b8', 'b7'), patient)).toEqual({ kind: 'reorg' })
})

test('the head is behind the tip: wait a while, then a reorg', () => {
  expect(reconcile(tip, block(5), { behindForMs: 999, lagMs: 1_000 })).toEqual({ kind: 'wait' })
  expect(reconcile(tip, block(5), { behindForMs: 1_000, lagMs: 1_000 })).toEqual({ kind: 'reorg' })
})

test('finality only rises', () => {
  expect(finalize(0, 10, 64)).toBe(0)
  expect(finalize(0, 100, 64)).toBe(36)
  expect(finalize(50, 100, 64)).toBe(50)
})

test('a reorg that removes a final block is not followed', () => {
  expect(mayFollow({ number: 36 }, 36)).toBe(false)
  expect(mayFollow({ number: 37 }, 36)).toBe(true)
})

test('the fork is the last stored block that the ledger still has, wherever it is', async () => {
  const stored = [0, 3, 4, 9, 10, 11, 20].map((number) => ({ number, hash: hash(`a${number}`) }))
  for (let fork = 0; fork <= 20; fork++) {
    const hashAt = (number: number) => Promise.resolve(hash(number <= fork ? `a${number}` : `b${number}`))
    expect(await findFork(stored, hashAt)).toEqual(stored.findLast((one) => one.number <= fork))
  }
})

test('there is no fork if the chains differ from the first block, or the ledger is shorter', async () => {
  const stored = [0, 3].map((number) => ({ number, hash: hash(`a${number}`) }))
  expect(await findFork(stored, () => Promise.resolve(hash('c')))).toBeUndefined()
  expect(await findFork(stored, (n) => Promise.resolve(n > 2 ? undefined : hash(`a${n}`)))).toEqual(stored[0])
})

describe('a fork is looked for among the blocks that are not final', () => {
  const stored = [0, 3, 8, 9, 12, 13].map((number) => ({ number, hash: hash(`a${number}`) }))
  const search = async (lastInCommon: number) => {
    const requested: number[] = []
    const listFrom = (from: number) => {
      requested.push(from)
      const first = stored.findLastIndex(({ number }) => number <= from)
      return Promise.resolve(stored.slice(Math.max(0, first)))
    }
    const hashAt = (number: number) =>
      Promise.resolve(hash(number <= lastInCommon ? `a${number}` : `b${number}`))
    const found = await findForkSince(10, listFrom, hashAt)
    return { fork: found?.fork.number, lost: found?.lost?.number, requested }
  }

  test('and among all only where a final one is lost, to say which', async () => {
    expect(await search(-1)).toEqual({ fork: undefined, lost: undefined, requested: [10, 0] })
    expect(await search(8)).toEqual({ fork: 8, lost: 9, requested: [10, 0] })
  })

  test('the last final one may be the fork, and nothing is lost where the chain was restored', async () => {
    expect(await search(9)).toEqual({ fork: 9, lost: 12, requested: [10] })
    expect(await search(12)).toEqual({ fork: 12, lost: 13, requested: [10] })
    expect(await search(13)).toEqual({ fork: 13, lost: undefined, requested: [10] })
  })
})
