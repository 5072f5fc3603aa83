import type { Address, CounterpartySummary } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../lib/table/Column.ts'
import { counterparties } from '../../messages/en/desk/counterparties.ts'
import { addMessages } from '../../messages/t.ts'
import { counterpartyColumns } from './counterpartyColumns.tsx'

addMessages(counterparties)

const summaryOf = (name: string, more: object) =>
  ({
    counterpartyAddr: name as Address,
    pending: 0,
    openDeals: 0,
    overdueDeals: 0,
    settled: 0,
    canceled: 0,
    delivered: [],
    received: [],
    cash: [],
    lastAt: Date.UTC(2026, 10, 23, 9) / 1000,
    ...more,
  }) as unknown as CounterpartySummary

const baltic = summaryOf('Baltic', {
  pending: 2,
  delivered: [
    { unit: 'EUR', quantity: '206000000', decimals: 2 },
    { unit: 'UNITS', quantity: '12', decimals: 0 },
  ],
  cash: [{ currency: 'EUR', incoming: '1000.00', outgoing: '0.00' }],
})
const cedar = summaryOf('Cedar', {
  received: [{ unit: 'NOMINAL', quantity: '5', decimals: 0 }],
  cash: [
    { currency: 'EUR', incoming: '0.00', outgoing: '2500.50' },
    { currency: 'USD', incoming: '7.00', outgoing: '0.00' },
  ],
  openDeals: 3,
})
const columns = counterpartyColumns([baltic, cedar], String)
const columnOf = (id: string): Column<CounterpartySummary> => {
  const found = columns.find((column) => column.id === id)
  if (found === undefined) throw new TypeError(id)
  return found
}
const fileOf = (id: string) => {
  const { exported } = columnOf(id)
  if (exported === undefined || typeof exported === 'function')
    throw new TypeError(`${id} is exported as it is shown`)
  return exported.map(({ header, text }) => [header, text(baltic), text(cedar)])
}

describe('the columns of counterparties', () => {
  it('are in their order, each once', () => {
    expect(columns.map(({ header }) => header)).toEqual([
      'Counterparty',
      'Pending',
      'Open deals',
      'Overdue deals',
      'Delivered',
      'Received',
      'Cash in',
      'Cash out',
      'Settled',
      'Canceled',
      'Last activity',
    ])
  })

  it('sum each unit and currency for itself, and leave out a side on which nothing moved', () => {
    expect(columnOf('delivered').text(baltic)).toBe('2,060,000.00 EUR nominal, 12 units')
    expect(columnOf('received').text(baltic)).toBe('')
    expect(columnOf('cash_in').text(baltic)).toBe('EUR 1,000.00')
    expect(columnOf('cash_out').text(baltic)).toBe('')
    expect(columnOf('cash_in').text(cedar)).toBe('USD 7.00')
    expect(columnOf('cash_out').text(cedar)).toBe('EUR 2,500.50')
  })

  it('have in a file a column for each unit and currency that occurs', () => {
    expect(fileOf('delivered')).toEqual([
      ['Delivered, EUR nominal', '2,060,000.00', ''],
      ['Delivered, units', '12', ''],
    ])
    expect(fileOf('received')).toEqual([['Received, nominal', '', '5']])
    expect(fileOf('cash_in')).toEqual([
      ['Cash in, EUR', '1,000.00', ''],
      ['Cash in, USD', '', '7.00'],
    ])
    expect(fileOf('cash_out')).toEqual([['Cash out, EUR', '', '2,500.50']])
  })

  it('sort by number and by time', () => {
    expect(columnOf('openDeals').compare?.(baltic, cedar)).toBeLessThan(0)
    expect(columnOf('pending').compare?.(baltic, cedar)).toBeGreaterThan(0)
    const later = { ...baltic, lastAt: baltic.lastAt + 1 }
    expect(columnOf('lastAt').compare?.(later, baltic)).toBe(1)
  })
})
