import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import {
  ConditionText,
  pagingFields,
  parseCondition,
  queryBoolean,
  queryInteger,
  queryList,
} from './paging.ts'
import { Address } from './scalars.ts'

it.each([
  '',
  'quantity',
  'quantity:5',
  'quantity:over:5',
  'quantity:is:',
  'a.b:is:5',
  `a:is:${'5'.repeat(201)}`,
])('%j is not a condition', (text) => {
  expect(parseCondition(text)).toBeUndefined()
  expect(ConditionText.safeParse(text).success).toBe(false)
})

it('keeps a value with colons whole', () => {
  expect(parseCondition('description:contains:Ref: 7')).toEqual({
    column: 'description',
    operator: 'contains',
    value: 'Ref: 7',
  })
})

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
