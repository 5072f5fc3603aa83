import { expect, test } from 'vitest'
import { checkIdentifier, checkInvitedLei } from './identifiers.ts'

const notes: string[] = []
const contextOf = (force: boolean) =>
  ({ options: { force }, terminal: { note: (line: string) => notes.push(line) } }) as never

test.each([
  ['ISIN', 'DE000A1EWWW1', "'DE000A1EWWW1' is not an ISIN: its check digit would be 0, not 1."],
  [
    'ISIN',
    'de000a1ewww0',
    "'de000a1ewww0' is not an ISIN: an ISIN has two capital letters, nine capital letters or digits, and a check digit.",
  ],
  [
    'WKN',
    'A1EWWO',
    "'A1EWWO' is not a WKN: a WKN has six characters: digits, and capital letters except I and O.",
  ],
  [
    'LEI',
    '529900T8BM49AURSDO54',
    "'529900T8BM49AURSDO54' is not an LEI: its check digits would be 55, not 54.",
  ],
  ['LEI', '529900', "'529900' is not an LEI: an LEI has 18 capital letters or digits, and two check digits."],
] as const)('a wrong %s, %s, is refused with what is wrong and what to do', (type, text, sentence) => {
  expect(() => checkIdentifier(contextOf(false), type, text)).toThrow(
    `${sentence} Correct it, or pass --force to use it as it is: what is on the ledger stays there.`,
  )
})

test('an LEI that an invited tenant entered wrong is refused, with the way to another one', () => {
  const tenant = { name: 'Nordhafen Custody', lei: '529900T8BM49AURSDO54' }
  expect(() => checkInvitedLei(contextOf(false), tenant)).toThrow(
    "'529900T8BM49AURSDO54' is not an LEI: its check digits would be 55, not 54. Invite Nordhafen Custody again, so that it enters the right one",
  )
})

test('--force accepts a wrong identifier, and notes what is wrong with it', () => {
  checkIdentifier(contextOf(true), 'ISIN', 'DE000A1EWWW1')
  expect(notes).toEqual(["'DE000A1EWWW1' is not an ISIN: its check digit would be 0, not 1."])
})

test.each([
  ['ISIN', 'DE000A1EWWW0'],
  ['WKN', 'A1EWWW'],
  ['LEI', '529900T8BM49AURSDO55'],
  ['DOCUMENT_REFERENCE', `0x${'ab'.repeat(32)}`],
] as const)('a right %s passes', (type, text) => {
  expect(() => checkIdentifier(contextOf(false), type, text)).not.toThrow()
})

test('a tenant may enter no LEI', () => {
  expect(() => checkInvitedLei(contextOf(false), { name: 'Nordhafen Custody', lei: '' })).not.toThrow()
})
