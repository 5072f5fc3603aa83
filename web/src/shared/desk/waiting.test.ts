import type { Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { waitingSince } from './waiting.ts'

const NOW = 1_800_000_000
const transfer = { createdAt: NOW - 3600, confirmations: [], cancelVotes: [] }

it('waits since it was created, as long as nothing happens', () => {
  expect(waitingSince(transfer)).toBe(NOW - 3600)
})

it('waits since the last confirmation or request to cancel', () => {
  const confirmations = [{ at: NOW - 30 }, { at: NOW - 90 }] as Transfer['confirmations']
  const cancelVotes = [{ at: NOW - 10 }] as Transfer['cancelVotes']
  expect(waitingSince({ ...transfer, confirmations })).toBe(NOW - 30)
  expect(waitingSince({ ...transfer, confirmations, cancelVotes })).toBe(NOW - 10)
})
