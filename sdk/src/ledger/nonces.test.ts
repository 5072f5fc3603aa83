import { expect, test } from 'vitest'
import { nextNonce } from './nonces.ts'

const stored = (...nonces: number[]) => nonces.map((nonce) => ({ nonce }))

test.each([
  ['nothing is stored', 5, 5, [], 5],
  ['all stored ones are in blocks', 5, 5, [3, 4], 5],
  ['some are on their way', 5, 5, [5, 6], 7],
  ['one between them was lost', 5, 5, [5, 7], 6],
  ['the first of them was lost', 5, 5, [6, 7], 5],
  ['they are in no order', 5, 5, [7, 5, 6], 8],
  ['the pool has them', 5, 7, [5, 6], 7],
  ['the pool does not count them', 5, 5, [5, 6], 7],
  ['the pool counts past the gap', 5, 8, [7], 5],
  ['the pool counts past a gap between them', 5, 8, [5, 7], 6],
  ['another device has one in the pool', 5, 6, [], 6],
  ['another device has one after the own', 5, 8, [5, 6], 8],
  ['the node that counts the pool is behind', 5, 3, [], 5],
])('the next nonce where %s', (_, latest, pending, nonces, expected) => {
  expect(nextNonce({ latest, pending }, stored(...nonces)).nonce).toBe(expected)
})

test('another device’s nonces are reported, and the own are not', () => {
  expect(nextNonce({ latest: 5, pending: 9 }, stored(5, 7))).toEqual({ nonce: 6, elsewhere: [] })
  expect(nextNonce({ latest: 5, pending: 9 }, stored(5, 6))).toEqual({ nonce: 9, elsewhere: [7, 8] })
})

test('a nonce that the ledger refused as used is passed over', () => {
  const counts = { latest: 5, pending: 5 }
  expect(nextNonce(counts, stored(6), { refused: [5] })).toEqual({ nonce: 7, elsewhere: [5] })
})

test('below an own transaction another device keeps its nonce for two minutes; after that it was lost', () => {
  const own = [{ nonce: 7, passedOver: { nonces: [5, 6], at: 1000 } }]
  const counts = { latest: 5, pending: 8 }
  expect(nextNonce(counts, own, { now: 120_999 })).toEqual({ nonce: 8, elsewhere: [] })
  expect(nextNonce(counts, own, { now: 121_000 })).toEqual({ nonce: 5, elsewhere: [] })
})
