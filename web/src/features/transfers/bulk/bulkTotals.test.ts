import type { DeliveryDetails, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { bulk } from '../../../messages/en/bulk.ts'
import { addMessages } from '../../../messages/t.ts'
import { bulkTotals } from './bulkTotals.ts'
import type { Planned } from './planConfirms.ts'

addMessages(bulk)

const asset = (identifier: string, quantity: string) => ({ identifier, account: null, quantity, decimals: 2 })
const planned = (given: Partial<Transfer>, cashQuantity?: string): Planned => ({
  transfer: {
    transferType: 'FOP',
    direction: 'RECEIVE',
    deliver: null,
    receive: null,
    // Of the server alone: what the ledger does not vouch for is in no total.
    cashQuantity: '999.00',
    cashCurrency: 'EUR',
    ...given,
  } as unknown as Transfer,
  check:
    cashQuantity === undefined
      ? { result: 'missing' }
      : { result: 'matches', details: { cashQuantity, cashCurrency: 'EUR' } as DeliveryDetails },
})
const repo = { transferType: 'REPO', receive: asset('XS1', '100') } as unknown as Partial<Transfer>

it('D6: sums up each instrument and each currency by direction, and never one with another', () => {
  const rows = [
    planned(repo, '98000.50'),
    planned(repo, '1999.50'),
    planned({ receive: asset('DE2', '5') } as unknown as Partial<Transfer>),
    planned({ direction: 'DELIVER', deliver: asset('XS1', '300') } as unknown as Partial<Transfer>),
  ]
  expect(bulkTotals(rows, (identifier) => identifier)).toEqual([
    expect.stringMatching(/^You deliver in total: .*100,000\.00.*, 3\.00 XS1$/),
    'You receive in total: 2.00 XS1, 0.05 DE2',
  ])
})

it('leaves out cash whose amount the ledger does not vouch for', () => {
  expect(bulkTotals([planned(repo)], (identifier) => identifier)).toEqual(['You receive in total: 1.00 XS1'])
})
