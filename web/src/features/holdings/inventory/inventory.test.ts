import type { Address, DueEvent, Position, Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { compactQuantity, groupsOf, inventoryOf, nextReturns, scaleOf } from './inventory.ts'

const alpen = '0xa' as Address
const position = (given: Partial<Record<keyof Position, string | number>>) =>
  ({
    registryManagerAddr: 'manager',
    registrarAddr: 'meridian',
    registryId: 'r1',
    instrumentId: 'i1',
    identifier: 'DE0001',
    label: 'Hanse State',
    account: '4100118',
    quantity: '1000',
    earmarked: '0',
    available: '1000',
    decimals: 2,
    unit: 'EUR',
    ...given,
  }) as Position
const asset = (account: string | null, quantity: string) => ({
  registryId: 'r1',
  instrumentId: 'i1',
  identifier: 'DE0001',
  label: 'Hanse State',
  unit: 'EUR',
  decimals: 2,
  account,
  quantity,
})
const leg = {
  assetId: 'r1',
  assetManagerAddr: 'manager',
  registrar: 'meridian',
  sender: '0xb',
  receiver: '0xb',
}
const delivery = (quantity: string, senderConfirmed = true) =>
  ({
    deliver: asset('4100118', quantity),
    receive: null,
    legs: [{ ...leg, sender: alpen, senderConfirmed }],
  }) as unknown as Transfer
const receipt = (account: string | null) =>
  ({
    deliver: null,
    receive: asset(account, '70'),
    legs: [{ ...leg, receiver: alpen }],
  }) as unknown as Transfer

const column = 'manager.meridian.4100118'
const held = [position({ earmarked: '300', available: '700' })]

describe('inventoryOf', () => {
  it('earmarks for nobody what was not confirmed, and never more than the ledger earmarks', () => {
    const unconfirmed = inventoryOf(held, [delivery('200', false)], alpen).rows[0]?.cells.get(column)
    expect(unconfirmed).toMatchObject({ earmarked: [], otherwiseEarmarked: 300n })
    const tooMuch = inventoryOf(held, [delivery('200'), delivery('200')], alpen).rows[0]?.cells.get(column)
    expect(tooMuch?.earmarked).toHaveLength(1)
    expect(tooMuch?.otherwiseEarmarked).toBe(100n)
  })

  it('splits a bar into what is available, what each deal earmarks, and what is on its way', () => {
    const { rows } = inventoryOf(
      held,
      [delivery('200'), delivery('100'), receipt('4100118'), receipt(null)],
      alpen,
    )
    expect(rows[0]).toMatchObject({ key: 'i1', quantity: 1000n, available: 700n })
    const cell = rows[0]?.cells.get(column)
    expect(cell?.earmarked.map(({ quantity }) => quantity)).toEqual([200n, 100n])
    expect(cell?.otherwiseEarmarked).toBe(0n)
    expect(cell?.incoming.map(({ quantity }) => quantity)).toEqual([70n])
  })

  it('has one row for an instrument with two custodians, and a row for what is only on its way', () => {
    const other = position({ registrarAddr: 'nordhafen', registryId: 'r2', account: '7710120' })
    const { columns, rows } = inventoryOf([...held, other], [], alpen)
    expect(columns.map(({ key }) => key)).toEqual([column, 'manager.nordhafen.7710120'])
    expect(rows).toHaveLength(1)
    const awaited = inventoryOf([], [receipt('4100118')], alpen)
    expect(awaited.rows[0]?.cells.get(column)).toMatchObject({ position: undefined, quantity: 0n })
  })
})

describe('scaleOf', () => {
  it('compares within a unit, whatever the decimals, and counts what is on its way', () => {
    const fund = position({ instrumentId: 'i2', registryId: 'r2', unit: 'UNITS', quantity: '5', decimals: 0 })
    const fine = position({ instrumentId: 'i3', registryId: 'r3', quantity: '50000', decimals: 4 })
    const { rows } = inventoryOf([...held, fund, fine], [], alpen)
    const widthOf = scaleOf(rows)
    expect(widthOf({ unit: 'EUR', decimals: 2 }, 1000n)).toBe(100)
    expect(widthOf({ unit: 'EUR', decimals: 4 }, 50_000n)).toBe(50)
    expect(widthOf({ unit: 'UNITS', decimals: 0 }, 5n)).toBe(100)
    expect(scaleOf([])({ unit: 'EUR', decimals: 2 }, 1n)).toBe(0)
    expect(
      scaleOf(inventoryOf([], [receipt('4100118')], alpen).rows)({ unit: 'EUR', decimals: 2 }, 70n),
    ).toBe(100)
  })
})

describe('groupsOf', () => {
  it('never adds amounts of two units', () => {
    const fund = position({
      instrumentId: 'i2',
      registryId: 'r2',
      unit: 'UNITS',
      quantity: '5',
      available: '5',
      decimals: 0,
    })
    const fine = position({
      instrumentId: 'i3',
      registryId: 'r3',
      quantity: '50000',
      available: '50000',
      decimals: 4,
    })
    const { rows } = inventoryOf([...held, fund, fine], [], alpen)
    expect(groupsOf(rows, 'type', () => undefined)[0]?.totals).toEqual([
      { unit: 'EUR', decimals: 4, quantity: 150_000n, available: 120_000n },
      { unit: 'UNITS', decimals: 0, quantity: 5n, available: 5n },
    ])
    expect(groupsOf(rows, 'unit', () => undefined).map(({ key }) => key)).toEqual(['EUR', 'UNITS'])
    expect(groupsOf(rows, 'type', (id) => (id === 'i2' ? 'FUND' : 'BOND')).map(({ key }) => key)).toEqual([
      'BOND',
      'FUND',
    ])
  })
})

describe('compactQuantity', () => {
  it('shortens, and marks what it leaves out', () => {
    expect(compactQuantity(127_500_000n, 2)).toBe('1.275 m')
    expect(compactQuantity(4_120_000_000n, 2)).toBe('41.2 m')
    expect(compactQuantity(142_500_000_000n, 3)).toBe('142.5 m')
    expect(compactQuantity(12_642_500_000_000n, 3)).toBe('~12.642 bn')
    expect(compactQuantity(999n, 0)).toBe('999')
    expect(compactQuantity(123_456_789n, 2)).toBe('~1.234 m')
    expect(compactQuantity(0n, 2)).toBe('0')
  })
})

describe('nextReturns', () => {
  it('knows the earliest day of each instrument, of repurchases alone', () => {
    const event = (kind: string, date: string | null, instrumentId: string | null) =>
      ({ kind, date, incoming: { securities: [{ instrumentId }], cash: null } }) as unknown as DueEvent
    const days = nextReturns([
      event('REPURCHASE', '2026-12-04', 'i1'),
      event('REPURCHASE', '2026-11-30', 'i1'),
      event('REPURCHASE', null, 'i2'),
      event('MATURITY', '2026-11-24', 'i2'),
      event('REPURCHASE', '2026-11-24', null),
    ])
    expect([...days]).toEqual([['i1', '2026-11-30']])
  })
})
