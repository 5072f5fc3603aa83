import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './searchText.ts'

it('reads nothing into nothing', () => {
  expect(parseSearch('')).toEqual({})
  expect(stringifySearch({})).toBe('')
})

it('does not touch the prototype of what it makes', () => {
  const search = parseSearch('?__proto__=x&constructor=y')
  expect(search).toEqual({ constructor: 'y' })
  expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
})

it('repeats the key of a list, and reads back what it wrote', () => {
  const search = { q: 'a b&c=d', status: ['PENDING', 'SETTLED'], row: '0x1' }
  expect(stringifySearch(search)).toBe('?q=a+b%26c%3Dd&status=PENDING&status=SETTLED&row=0x1')
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})
