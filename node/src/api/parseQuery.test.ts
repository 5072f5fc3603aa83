import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { api, pagingFields, queryBoolean, queryList, wireName } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import type { ApiError } from '../errors.ts'
import { parseQuery } from './parseQuery.ts'

const schema = z.object({
  ...pagingFields,
  state: z.optional(queryList(z.enum(['PENDING', 'SETTLED']))),
  excludeEarmarked: z.optional(queryBoolean),
})
const read = (query: string) => parseQuery(schema, `/x${query}`)
const refusedFields = (query: string) => {
  try {
    read(query)
  } catch (error) {
    return (error as ApiError).extra.errors?.map(({ path }) => path)
  }
  return undefined
}

test.each([
  ['?itemsPerPage=20', 'itemsPerPage'],
  ['?Items-Per-Page=20', 'Items-Per-Page'],
  ['?items_per_page=20', 'items_per_page'],
  ['?colour=red', 'colour'],
  ['?__proto__=1', '__proto__'],
  ['?constructor=1', 'constructor'],
  ['?=1', ''],
])('%s: a key that the call does not know is refused', (query, path) => {
  expect(refusedFields(query)).toEqual([path])
})

test.each([
  ['?page=1&page=2', 'page'],
  ['?items-per-page=20&items-per-page=20', 'items-per-page'],
  ['?filter=a&filter=b&filter=c', 'filter'],
])('%s: one value is meant, and two are refused', (query, path) => {
  expect(refusedFields(query)).toEqual([path])
})

test.each([
  '?page=0',
  '?page=-1',
  '?page=1.5',
  '?page=1000000001',
  '?items-per-page=0',
  '?items-per-page=501',
  '?items-per-page=',
  '?sort-order=up',
  '?exclude-earmarked=yes',
  '?state=DONE',
  '?state=PENDING&state=DONE',
  `?filter=${'a'.repeat(201)}`,
])('%s: a value that is not one is refused', (query) => {
  expect(refusedFields(query)).toHaveLength(1)
})

test('every problem is named, as it is called on the wire', () => {
  expect(refusedFields('?page=x&items-per-page=y')).toEqual(['page', 'items-per-page'])
})

test('kebab-case outside, camelCase inside, lists by repetition', () => {
  expect(
    read('?items-per-page=20&state=PENDING&state=SETTLED&exclude-earmarked=true&filter=a%20b+c%25'),
  ).toEqual({
    itemsPerPage: 20,
    state: ['PENDING', 'SETTLED'],
    excludeEarmarked: true,
    filter: 'a b c%',
  })
  expect(read('?state=PENDING')).toEqual({ state: ['PENDING'] })
  expect(read('')).toEqual({})
  expect(read('?')).toEqual({})
})

const fields = (Object.entries(api) as [CallName, Endpoint][]).flatMap(([name, { query }]) =>
  'shape' in query ? Object.keys(query.shape as object).map((field) => [name, field] as const) : [],
)

test.each(fields)('%s refuses a value of %s that is none', (name, field) => {
  const refused = ['~', 'a'.repeat(300)].filter((value) => {
    try {
      parseQuery(api[name].query, `/x?${wireName(field)}=${value}`)
      return false
    } catch (error) {
      const { errors = [] } = (error as ApiError).extra
      return errors.some(({ path }) => path.split('.')[0] === wireName(field))
    }
  })
  expect(refused).not.toEqual([])
})
