import { expect, test } from 'vitest'
import { CliError } from '../CliError.ts'
import { asOfOptions, whereOption } from './listOptions.ts'

const columns = { texts: ['label', 'counterparty'], quantities: ['quantity'] }
const where = whereOption(columns, 'List')
const read = (...texts: string[]) => where.read(texts, '--where')

test.each([
  [
    'label',
    /^--where must compare label by contains, is, starts or not, such as label:contains:…, not 'label'\.$/,
  ],
  ['quantty:is:5', /^--where must begin with a column, perhaps quantity, not 'quantty:is:5'\.$/],
  ['price:is:5', /one of label, counterparty, quantity/],
  ['label:at-least:5', /compare label by contains, is, starts or not/],
  ['quantity:contains:5', /compare quantity by at-least, at-most or is, such as quantity:at-least:…/],
  ['quantity:is:1,5', /compare quantity with a number such as 1,000\.50, not 'quantity:is:1,5'/],
  ['quantity:at-least:-1', /compare quantity with a number/],
  ['label:is:', /compare label by/],
])('--where %s is a usage error that shows the right form', (text, sentence) => {
  expect(() => read(text)).toThrow(CliError)
  expect(() => read(text)).toThrow(sentence)
})

test('more conditions than the server accepts are refused before the call', () => {
  expect(() => read(...Array.from({ length: 21 }, () => 'label:is:a'))).toThrow(/at most 20 times/)
})

test('conditions reach the server one for each option, with commas in text and without commas in numbers', () => {
  expect(read()).toBeUndefined()
  expect(read('Label:starts:Hanse, State: a', 'quantity:at-least:1,000.50')).toEqual([
    'label:starts:Hanse, State: a',
    'quantity:at-least:1000.50',
  ])
  expect(where.choices).toContain('quantity:at-most:')
})

test('a condition takes what the table shows, and refuses what it never shows', () => {
  const labels = { state: { PENDING: 'Your turn', SETTLED: 'Done' } }
  const labeled = whereOption({ texts: ['state', 'label'], quantities: [], labels }, 'List')
  const read = (text: string) => labeled.read([text], '--where')
  expect(() => read('state:is:Over')).toThrow(
    "--where must compare state with one of PENDING (Your turn), SETTLED (Done), not 'state:is:Over'.",
  )
  expect(read('state:is:done')).toEqual(['state:is:SETTLED'])
  expect(read('state:starts:PEND')).toEqual(['state:starts:PEND'])
  expect(read('label:is:Done')).toEqual(['label:is:Done'])
})

test('D21: a day becomes its first or last second in UTC', () => {
  const dated = whereOption({ texts: [], quantities: [], days: ['valueDate'] }, 'List')
  const read = (text: string) => dated.read([text], '--where')
  expect(read('valueDate:at-least:2026-11-23')).toEqual(['valueDate:at-least:1795392000'])
  expect(read('valuedate:at-most:2026-11-23')).toEqual(['valueDate:at-most:1795478399'])
  for (const wrong of [
    'valueDate:is:2026-11-23',
    'valueDate:at-least:23.11.2026',
    'valueDate:at-least:2026-02-30',
  ])
    expect(() => read(wrong)).toThrow('valueDate')
})

test.each(['yesterday', '2026-02-30', '2026-12-01T08:00', '2026-12-01T25:00:00Z', '-1', '99999999999999'])(
  'as of the time %s is a usage error that shows the form',
  (text) => {
    expect(() => asOfOptions.asOfTime.read([text], '--as-of-time')).toThrow(
      `--as-of-time must be a day or a time such as 2026-12-01 or 2026-12-01T08:00:00Z, not '${text}'.`,
    )
  },
)

test('a time is read as a UTC day, a time with its zone, or seconds', () => {
  const read = (text: string) => asOfOptions.asOfTime.read([text], '--as-of-time')
  expect(read('2026-12-01')).toBe(1_796_083_200)
  expect(read('2026-12-01T01:00+01:00')).toBe(1_796_083_200)
  expect(read('1796083200')).toBe(1_796_083_200)
})
