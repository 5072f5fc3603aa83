import { expect, test } from 'vitest'
import { tabOf } from './TurnTabs.tsx'

test('a selection that no tab makes opens none', () => {
  expect(tabOf({ state: ['PENDING', 'SETTLED'] })).toBeUndefined()
  expect(tabOf({ waiting: ['true'], state: ['SETTLED'] })).toBeUndefined()
})

test('a link into the filtered table opens its tab, whatever else it filters by', () => {
  expect(tabOf({ waiting: ['true'], counterparty: ['is:Rhône Capital'] })).toBe('yours')
  expect(tabOf({ waiting: ['false'], state: ['PENDING_CUSTODIAN'] })).toBe('custodian')
  expect(tabOf({ state: ['SETTLED'] })).toBe('done')
  expect(tabOf({})).toBe('all')
})
