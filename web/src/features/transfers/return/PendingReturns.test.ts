import type { DealEntry } from '@connex/protocol/deals'
import { describe, expect, it } from 'vitest'
import { pendingReturns } from './PendingReturns.tsx'

describe('pendingReturns', () => {
  const entry = (
    deliveryId: string,
    status: DealEntry['status'],
    way = 'back',
    fault: object | null = null,
  ) => ({ deliveryId, status, fault, moves: [{ lot: 'P1', quantity: 1n, way }] }) as unknown as DealEntry
  const idsIn = (...events: DealEntry[]) => pendingReturns({ events }).map(({ deliveryId }) => deliveryId)

  it('leaves out what has settled or was canceled, what brings something, and what does not fit', () => {
    const misfit = entry('no room', 'IN_FLIGHT', 'back', { code: 'exceedsOutstanding' })
    const settled = [entry('settled', 'SETTLED'), entry('canceled', 'CANCELED')]
    expect(idsIn(...settled, entry('opening', 'IN_FLIGHT', 'forth'), misfit)).toEqual([])
  })

  it('has each pending return and substitution', () => {
    expect(idsIn(entry('one', 'IN_FLIGHT'), entry('two', 'IN_FLIGHT'))).toEqual(['one', 'two'])
  })
})
