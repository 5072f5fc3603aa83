import { expect, it } from 'vitest'
import { app } from './en/app.ts'
import { bulk } from './en/bulk.ts'
import { cancelForm } from './en/cancelForm.ts'
import { dealForms } from './en/dealForms.ts'
import { deals } from './en/deals.ts'
import { door } from './en/login.ts'
import { requests } from './en/requests.ts'
import { transferForms } from './en/transferForms.ts'
import { transfers } from './en/transfers.ts'
import { addMessages, t, tLoose } from './t.ts'

it('says a key that no part has brought yet by its name', () => {
  expect(tLoose('Table.range', {})).toBe('Table.range')
})

it('fills in what it is given, markup and dollar signs as they are', () => {
  expect(t('Login.error_user_not_active', { status: '<b>$&</b>' })).toBe(
    'Account not active. Account status: <b>$&</b>',
  )
})

it('says of one what is said of one, and of others what is said of others', () => {
  addMessages(app)
  expect(t('Table.export_rows', { count: 1 })).toBe('1 row, visible columns')
  expect(t('Table.export_rows', { count: 2 })).toBe('All 2 rows, visible columns')
  expect(t('Table.marked', { count: 1 })).toBe('1 selected')
})

it('says what a part has brought, and keeps what was there', () => {
  addMessages(app)
  expect(t('Table.range', { from: 1, to: 8, total: '1,284' })).toBe('1–8 of 1,284')
  expect(t('Login.error_title')).toBe('Login Error')
})

it('D4: shows what hides in a value that others wrote', () => {
  addMessages(deals)
  expect(t('Deal.free', { quantity: '\u202E5\u200B' })).not.toMatch(/[\u202e\u200b]/)
})

// An arrow is a box wherever neither the font that comes along nor the machine has one.
it('is written in letters that the font which comes along has', () => {
  const all = JSON.stringify([
    app,
    bulk,
    cancelForm,
    dealForms,
    deals,
    door,
    requests,
    transferForms,
    transfers,
  ])
  expect(all.length).toBeGreaterThan(10_000)
  expect([...all.matchAll(/[^ -\u00ff‘’“”–—…−€]/gu)].map(([letter]) => letter)).toEqual([])
})
