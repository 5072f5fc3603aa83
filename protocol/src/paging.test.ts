import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { pagingFields, queryBoolean, queryInteger, queryList } from './paging.ts'
import { Address } from './scalars.ts'

test.each(['-1', '', '1.0', '1e3', ' 1', '501', '0', '9'.repeat(16), '0x10'])(
  'items per page of %j is refused',
  (text) => {
    expect(pagingFields.itemsPerPage.safeParse(text).success).toBe(false)
  },
)

test('numbers and truths are read from text', () => {
  expect(queryInteger(0, 500).parse('500')).toBe(500)
  expect(queryBoolean.parse('true')).toBe(true)
  expect(queryBoolean.parse('false')).toBe(false)
  expect(queryBoolean.safeParse('1').success).toBe(false)
})

test('one value and several of the same key are both a list; one wrong spoils it', () => {
  const list = queryList(Address)
  const one = `0x${'1'.repeat(40)}`
  expect(list.parse(one)).toEqual([one])
  expect(list.parse([one, one])).toEqual([one, one])
  expect(list.safeParse([one, 'x']).success).toBe(false)
  expect(z.object({ ids: z.optional(list) }).parse({})).toEqual({})
})
