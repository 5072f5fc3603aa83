import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { faultsOf } from './faults.ts'

const Deal = z.strictObject({
  description: z.string().check(z.minLength(1), z.maxLength(3)),
  count: z.number().check(z.gte(1), z.lte(500)),
  day: z.optional(z.enum(['MON', 'TUE'])),
  legs: z.array(z.object({ isIn: z.boolean() })).check(z.minLength(1)),
  code: z.optional(z.string().check(z.regex(/^A/, 'must begin with A'))),
})
const right = { description: 'x', count: 1, legs: [{ isIn: true }] }
const faults = (value: unknown) => {
  const parsed = Deal.safeParse(value)
  return parsed.success ? [] : faultsOf(parsed.error, value)
}

test.each([
  [{ ...right, description: undefined }, 'description', 'is missing'],
  [{ ...right, description: '' }, 'description', 'must not be empty'],
  [{ ...right, description: 'long' }, 'description', 'must have at most 3 characters'],
  [{ ...right, description: 7 }, 'description', 'must be text'],
  [{ ...right, count: '1' }, 'count', 'must be a number'],
  [{ ...right, count: 0 }, 'count', 'must be at least 1'],
  [{ ...right, count: 501 }, 'count', 'must be at most 500'],
  [{ ...right, day: 'SUN' }, 'day', 'must be one of MON, TUE'],
  [{ ...right, legs: [] }, 'legs', 'must have at least 1 entry'],
  [{ ...right, legs: [{ isIn: 'yes' }] }, 'legs.0.isIn', 'must be true or false'],
  [{ ...right, legs: [{}] }, 'legs.0.isIn', 'is missing'],
  [{ ...right, code: 'B' }, 'code', 'must begin with A'],
  [{ ...right, more: 1 }, '', 'has unknown fields: more'],
  [[], '', 'must be an object'],
])('of %j, %s %s', (value, path, message) => {
  expect(faults(value)).toEqual([{ path, message }])
})

test('several faults are named at once, by field', () => {
  expect(faults({ description: '', count: 0, legs: [] }).map(({ path }) => path)).toEqual([
    'description',
    'count',
    'legs',
  ])
})
