import { expect, it } from 'vitest'
import { pageTitle } from './pageTitle.ts'

it('is the product alone for a route without a title', () => {
  expect(pageTitle(undefined, 'Collateral ConneX')).toBe('Collateral ConneX')
})

it('capitalises the words of the title', () => {
  expect(pageTitle('holdings', 'Collateral ConneX')).toBe('Holdings · Collateral ConneX')
  expect(pageTitle('mint-requests', 'Collateral ConneX')).toBe('Mint Requests · Collateral ConneX')
})
