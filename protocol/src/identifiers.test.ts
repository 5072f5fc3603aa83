import { expect, test } from 'vitest'
import { identifierFault, isinCheckDigit, isIsin, isLei, Isin, isWkn } from './identifiers.ts'

test.each([
  '',
  'DE000110258',
  'DE00011025800',
  'de0001102580',
  'D10001102580',
  'DE000110258O',
  'DE0001102581',
  ' DE0001102580',
])('%j is not an ISIN', (text) => {
  expect(isIsin(text)).toBe(false)
  expect(Isin.safeParse(text).success).toBe(false)
})

// Real ones, published by their issuers.
test.each(['DE0001102580', 'US0378331005', 'GB0002634946', 'AU0000XVGZA3', 'FR0000131104', 'US5949181045'])(
  '%s is an ISIN',
  (text) => {
    expect(isIsin(text)).toBe(true)
    expect(isinCheckDigit(text.slice(0, 11))).toBe(Number(text[11]))
  },
)

test('any single wrong digit, and nearly any swap, is found', () => {
  const good = 'US0378331005'
  for (let place = 2; place < 12; place++)
    for (let digit = 0; digit < 10; digit++) {
      const other = good.slice(0, place) + digit + good.slice(place + 1)
      expect(isIsin(other)).toBe(other === good)
    }
})

test('a WKN has six characters, without I and O', () => {
  for (const good of ['A2LQ5M', '840400', 'BASF11']) expect(isWkn(good)).toBe(true)
  for (const bad of ['A2LQ5', 'A2LQ5MM', 'O2LQ5M', 'I2LQ5M', 'a2lq5m', '']) expect(isWkn(bad)).toBe(false)
})

test('an LEI has the check digits of ISO 17442, and any single wrong digit is found', () => {
  const good = '529900T8BM49AURSDO55'
  expect(isLei(good)).toBe(true)
  for (let digit = 0; digit < 10; digit++) expect(isLei(good.slice(0, 19) + digit)).toBe(digit === 5)
  for (const bad of ['529900T8BM49AURSDO5', '529900t8BM49AURSDO55', '529900CONNEXPLATF001', ''])
    expect(isLei(bad)).toBe(false)
})

test('a fault is one of form, or has the check digits that would fit', () => {
  expect(identifierFault('ISIN', 'DE0001102581')).toEqual({ kind: 'checkDigit', typed: '1', expected: '0' })
  expect(identifierFault('LEI', '529900T8BM49AURSDO54')).toEqual({
    kind: 'checkDigit',
    typed: '54',
    expected: '55',
  })
  expect(identifierFault('ISIN', 'DE000110258')).toEqual({ kind: 'form' })
  expect(identifierFault('LEI', '')).toEqual({ kind: 'form' })
  expect(identifierFault('WKN', 'O2LQ5M')).toEqual({ kind: 'form' })
})

test('an identifier without a fault has none', () => {
  expect(identifierFault('ISIN', 'DE0001102580')).toBeUndefined()
  expect(identifierFault('WKN', 'A2LQ5M')).toBeUndefined()
  expect(identifierFault('LEI', '529900T8BM49AURSDO55')).toBeUndefined()
})
