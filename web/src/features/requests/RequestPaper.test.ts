import { expect, it } from 'vitest'
import { dealForms } from '../../messages/en/dealForms.ts'
import { requests } from '../../messages/en/requests.ts'
import { addMessages } from '../../messages/t.ts'
import { plainText } from '../../shared/paper/Sentences.tsx'
import { requestPaper } from './RequestPaper.tsx'
import { requestConsequences, requestSentence, type RequestTerms } from './requestForm.ts'

addMessages(dealForms)
addMessages(requests)

const terms = {
  quantity: 123_456_789_012_345_678_901n,
  account: '4100',
  description: 'First\nsecond',
} as RequestTerms
const choices = {
  instrumentName: 'Hafenbank 2029 (DE000A2LQ5M4)',
  accountName: '4100 (Trading book)',
  limits: { decimals: 3, available: undefined },
  position: undefined,
}
const of = (kind: 'MINT' | 'BURN') => ({ kind, terms, choices, custodian: 'Meridian Registrars' })

it('a mint request says who issues what into which account, with the quantity in full and the description’s lines', () => {
  expect(plainText(requestSentence(of('MINT')))).toBe(
    'Meridian Registrars issues 123,456,789,012,345,678.901 Hafenbank 2029 (DE000A2LQ5M4) into your account 4100 (Trading book).',
  )
  expect(requestPaper(of('MINT')).map(({ term, value }) => [term, value])).toEqual([
    ['Custodian', 'Meridian Registrars'],
    ['Instrument', 'Hafenbank 2029 (DE000A2LQ5M4)'],
    ['Quantity', '123,456,789,012,345,678.901'],
    ['Into account', '4100 (Trading book)'],
    ['Description', 'First\nsecond'],
  ])
})

it('a burn request says who terminates what in which account, in the sentence that the form shows before', () => {
  const sentence = plainText(requestSentence(of('BURN')))
  expect(sentence).toMatch(/^Meridian Registrars terminates .* in your account 4100 \(Trading book\)\.$/)
  expect(requestConsequences('BURN', terms, choices, 'Meridian Registrars').legs).toEqual([sentence])
  expect(requestPaper(of('BURN')).map(({ term }) => term)).toContain('From account')
})
