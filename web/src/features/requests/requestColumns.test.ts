import type { Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { requests } from '../../messages/en/requests.ts'
import { addMessages } from '../../messages/t.ts'
import { requestColumns } from './requestColumns.tsx'

addMessages(requests)

const columns = requestColumns('receive', { nameOf: String, trackOf: () => null })
const request = {
  receive: {
    identifier: 'DE0001102580',
    label: 'Alpen 2031',
    account: '4100',
    quantity: '1234500',
    decimals: 2,
  },
  description: 'Month end',
  deliveryState: 'PENDING',
  state: 'PENDING_CUSTODIAN',
  expiresAt: Date.UTC(2027, 2, 1) / 1000,
  createdAt: Date.UTC(2026, 10, 23, 9) / 1000,
  closedAt: null,
} as unknown as Transfer
const textOf = (id: string, row: Transfer = request) => columns.find((column) => column.id === id)?.text(row)

describe('the columns of mint and burn requests', () => {
  it('show the requested leg', () => {
    expect(textOf('receiveIdentifier')).toBe('DE0001102580')
    expect(textOf('receiveQuantity')).toBe('12,345.00')
    expect(textOf('receiveAccount')).toBe('4100')
    expect(textOf('description')).toBe('Month end')
  })

  it('are empty, and fail nothing, where the leg is not known', () => {
    const unknown = { ...request, receive: null, description: null } as unknown as Transfer
    for (const id of ['receiveIdentifier', 'receiveQuantity', 'receiveAccount', 'description'])
      expect(textOf(id, unknown)).toBe('')
  })

  it('show an end only while there is one to come, and how it ended after', () => {
    expect(textOf('expiresAt')).toBe('1 Mar 2027')
    expect(textOf('closedAt')).toBe('')
    const closed = { ...request, deliveryState: 'CANCELED', state: 'CANCELED', closedAt: request.createdAt }
    expect(textOf('expiresAt', closed as Transfer)).toBe('')
    expect(textOf('closedAt', closed as Transfer)).toContain('23 Nov 2026')
    expect(textOf('state', closed as Transfer)).toBe('Canceled')
  })

  it('hide the end at first, and beside a panel what the panel has', () => {
    expect(columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ id }) => id)).toEqual([
      'expiresAt',
    ])
    expect(columns.filter(({ isInPanel }) => isInPanel).map(({ id }) => id)).toEqual([
      'description',
      'createdAt',
      'closedAt',
    ])
  })

  it('have the name of the instrument in an exported file too', () => {
    const { exported } = columns[0] ?? {}
    if (exported === undefined || typeof exported === 'function')
      throw new TypeError('exported as it is shown')
    expect(exported.map(({ text }) => text(request))).toEqual(['DE0001102580', 'Alpen 2031'])
  })
})
