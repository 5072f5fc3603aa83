import { expect, it } from 'vitest'
import { ConditionText, parseCondition } from './condition.ts'

it.each([
  '',
  'quantity',
  'quantity:5',
  'quantity:over:5',
  'quantity:is:',
  'a.b:is:5',
  `a:is:${'5'.repeat(201)}`,
])('%j is no condition', (text) => {
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
