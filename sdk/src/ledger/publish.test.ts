import { expect, test } from 'vitest'
import { firstFreeNonce } from './publish.ts'

test.each([
  ['nothing is stored', 5, [], 5],
  ['all below is in blocks', 5, [3, 4], 5],
  ['some are on their way', 5, [5, 6], 7],
  ['one between them was lost', 5, [5, 7], 6],
  ['the first of them was lost', 5, [6, 7], 5],
  ['they are in no order', 5, [7, 5, 6], 8],
])('the first free nonce where %s', (_, next, stored, lowest) => {
  expect(
    firstFreeNonce(
      next,
      stored.map((nonce) => ({ nonce })),
    ),
  ).toBe(lowest)
})
