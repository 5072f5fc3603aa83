import type { Address, Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import {
  deliveredFrom,
  holdingId,
  isEarmarkedBy,
  lastMovements,
  movedBy,
  parseHoldingId,
  type HoldingKey,
} from './holdingQueries.ts'

const manager = `0x${'a'.repeat(40)}`
const registry = `0x${'1'.repeat(64)}`
const key = { registryManagerAddr: manager, registryId: registry, account: '4100118' } as HoldingKey

describe('holdingQueries', () => {
  it('reads no holding from an address that was cut off or mistyped', () => {
    const id = holdingId(key)
    for (const broken of [
      '',
      'nonsense',
      id.slice(0, -1 - key.account.length),
      `${id}.1`,
      id.replace('0x', ''),
      `${manager}.${registry}.x`,
    ])
      expect(parseHoldingId(broken)).toBeUndefined()
    expect(parseHoldingId(id)).toEqual(key)
  })

  it('counts what leaves and enters this account alone', () => {
    const asset = (account: string, quantity: string) =>
      ({ registryId: registry, account, quantity }) as Transfer['deliver']
    const out = { deliver: asset('4100118', '50'), receive: null }
    expect(deliveredFrom(out, key)).toBe(50n)
    expect(movedBy(out, key)).toBe(-50n)
    expect(movedBy({ deliver: null, receive: asset('4100118', '70') }, key)).toBe(70n)
    expect(movedBy({ deliver: asset('4100118', '50'), receive: asset('4100120', '50') }, key)).toBe(-50n)
    expect(deliveredFrom({ deliver: asset('4100120', '50') }, key)).toBe(0n)
  })

  it('counts as earmarked what the tenant itself has confirmed', () => {
    const owner = '0xa' as Address
    const leg = { assetId: registry, sender: owner, senderConfirmed: true }
    const transfer = (given: object) =>
      ({ deliver: { registryId: registry }, legs: [{ ...leg, ...given }] }) as unknown as Transfer
    expect(isEarmarkedBy(transfer({}), owner)).toBe(true)
    expect(isEarmarkedBy(transfer({ senderConfirmed: false }), owner)).toBe(false)
    expect(isEarmarkedBy(transfer({ sender: '0xb' }), owner)).toBe(false)
    expect(isEarmarkedBy({ ...transfer({}), deliver: null }, owner)).toBe(false)
  })

  it('lists a transfer between own accounts once, and the latest five first', () => {
    const settled = (id: number) => ({ deliveryId: `0x${id}`, closedAt: id }) as unknown as Transfer
    const all = [1, 2, 3, 3, 4, 5, 6].map(settled)
    expect(lastMovements(all).map(({ closedAt }) => closedAt)).toEqual([6, 5, 4, 3, 2])
  })
})
