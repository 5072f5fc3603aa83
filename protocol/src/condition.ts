// What may be asked of one column of a list: `counterparty:contains:bank`, `quantity:at-least:1000.50`.
import * as z from 'zod/mini'

export const TEXT_OPERATORS = ['contains', 'is', 'starts', 'not'] as const
export const QUANTITY_OPERATORS = ['at-least', 'at-most'] as const
export type ConditionOperator = (typeof TEXT_OPERATORS)[number] | (typeof QUANTITY_OPERATORS)[number]

export type Condition = { column: string; operator: ConditionOperator; value: string }

const FORM = /^([A-Za-z]{1,40}):(contains|is|starts|not|at-least|at-most):([^]{1,200})$/

/** `not` is 'does not contain'. Quantities are written as they are read, in whole units with a point. */
export const ConditionText = z.string().check(z.regex(FORM, 'not column:operator:value'))

/** `parseCondition('quantity:at-least:5')` → { column: 'quantity', operator: 'at-least', value: '5' } */
export function parseCondition(text: string): Condition | undefined {
  const [, column, operator, value] = FORM.exec(text) ?? []
  if (column === undefined || value === undefined) return undefined
  return { column, operator: operator as ConditionOperator, value }
}
