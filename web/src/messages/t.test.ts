import { expect, it } from 'vitest'
import { app } from './en/app.ts'
import { deals } from './en/deals.ts'
import { addMessages, t, tLoose } from './t.ts'
import type { MessageKey } from './Messages.ts'

it('shows the key of a message that is not loaded', () => {
  expect(tLoose('Table.no_such_message' as MessageKey, {})).toBe('Table.no_such_message')
})

it('fills in values literally, markup and dollar signs included', () => {
  expect(t('Login.error_user_not_active', { status: '<b>$&</b>' })).toBe(
    'Account not active. Account status: <b>$&</b>',
  )
})

it('uses the singular for one', () => {
  addMessages(app)
  expect(t('Table.export_rows', { count: 1 })).toBe('1 row, visible columns')
  expect(t('Table.export_rows', { count: 2 })).toBe('All 2 rows, visible columns')
})

it('adds messages to those already there', () => {
  addMessages(app)
  expect(t('Table.range', { from: 1, to: 8, total: '1,284' })).toBe('1–8 of 1,284')
  expect(t('Login.error_title')).toBe('Login Error')
})

it('D4: makes invisible characters in values visible', () => {
  addMessages(deals)
  expect(t('Deal.available', { quantity: '\u202E5\u200B' })).not.toMatch(/[\u202e\u200b]/)
})
