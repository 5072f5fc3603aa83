import { expect, test } from 'vitest'
import { CliError } from '../CliError.ts'
import { whereOption } from './listOptions.ts'

const columns = { texts: ['label', 'counterparty'], quantities: ['quantity'] }
const where = whereOption(columns, 'List')
const read = (...texts: string[]) => where.read(texts, '--where')

test.each([
  ['label', /^--where asks label by contains, is, starts or not, such as label:contains:…, not 'label'\.$/],
  ['quantty:is:5', /^--where begins with a column, perhaps quantity, not 'quantty:is:5'\.$/],
  ['price:is:5', /one of label, counterparty, quantity/],
  ['label:at-least:5', /asks label by contains, is, starts or not/],
  ['quantity:contains:5', /asks quantity by at-least, at-most or is, such as quantity:at-least:…/],
  ['quantity:is:1,5', /asks quantity for a number such as 1,000\.50, not 'quantity:is:1,5'/],
  ['quantity:at-least:-1', /asks quantity for a number/],
  ['label:is:', /asks label by/],
])('--where %s is wrong usage, and the sentence says what to write', (text, sentence) => {
  expect(() => read(text)).toThrow(CliError)
  expect(() => read(text)).toThrow(sentence)
})

test('more conditions than the server takes are refused before it is asked', () => {
  expect(() => read(...Array.from({ length: 21 }, () => 'label:is:a'))).toThrow(/at most 20 times/)
})

test('conditions arrive as the server takes them: one for each option, commas in texts kept, in numbers left out', () => {
  expect(read()).toBeUndefined()
  expect(read('Label:starts:Hanse, State: a', 'quantity:at-least:1,000.50')).toEqual([
    'label:starts:Hanse, State: a',
    'quantity:at-least:1000.50',
  ])
  expect(where.choices).toContain('quantity:at-most:')
})

test('D21: a day is asked for by its first and its last second of UTC', () => {
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
