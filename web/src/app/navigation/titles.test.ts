import { expect, it } from 'vitest'
import { app } from '../../messages/en/app.ts'
import { addMessages } from '../../messages/t.ts'
import { crumbsOf, pageTitle } from './titles.ts'

addMessages(app)

it('says nothing of a screen without a title', () => {
  expect(crumbsOf(undefined, undefined)).toEqual([])
})

it('says nothing of a screen that it does not know, whatever objects inherit', () => {
  for (const title of ['transfers', 'toString', ''])
    expect(crumbsOf(title, 'Meridian Registrars')).toEqual([])
})

it('leads back to the custodians where the custodian is not known', () => {
  expect(crumbsOf('accounts', undefined)).toEqual(['Custodians'])
})

it.each([
  ['today', ['Today']],
  ['holdings', ['Holdings']],
  ['approvals', ['Approvals']],
  ['availability', ['Availability']],
  ['calendar', ['Calendar']],
  ['counterparties', ['Counterparties']],
  ['transactions', ['Transactions']],
  ['custodians', ['Custodians']],
  ['accounts', ['Custodians', 'Meridian Registrars - Accounts']],
  ['instruments', ['Custodians', 'Meridian Registrars - Instruments']],
  ['mint-requests', ['Custodians', 'Meridian Registrars - Mint Overview']],
  ['burn-requests', ['Custodians', 'Meridian Registrars - Burn Overview']],
])('labels %s as the specification does', (title, crumbs) => {
  expect(crumbsOf(title, 'Meridian Registrars')).toEqual(crumbs)
})

it('is the product alone for a route without a title', () => {
  expect(pageTitle(undefined, 'Collateral ConneX')).toBe('Collateral ConneX')
})

it('capitalizes the words of the title', () => {
  expect(pageTitle('holdings', 'Collateral ConneX')).toBe('Holdings · Collateral ConneX')
  expect(pageTitle('mint-requests', 'Collateral ConneX')).toBe('Mint Requests · Collateral ConneX')
})
