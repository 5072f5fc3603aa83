import { expect, it } from 'vitest'
import { instrumentName, wholeName } from './identifiers.ts'

const FINGERPRINT = `0x${'a1'.repeat(32)}`

it('names an instrument in a sentence with the code that tells it from others of that name', () => {
  expect(instrumentName('DE000A2LQ5M4', 'Hafenbank 2029')).toBe('Hafenbank 2029 (DE000A2LQ5M4)')
  expect(instrumentName('DE000A2LQ5M4', null)).toBe('DE000A2LQ5M4')
  expect(instrumentName(FINGERPRINT, 'Speicher Note (HI-2024-007)')).toBe('Speicher Note (HI-2024-007)')
})

it('cites a fingerprint only where an instrument has no other name', () => {
  expect(instrumentName(FINGERPRINT, 'Kontor Loan Note A')).toBe('Kontor Loan Note A')
  expect(instrumentName(FINGERPRINT, null)).toBe('0xa1a1…a1a1')
})

it('says in full what a cell has cut: the name, and no fingerprint beside it', () => {
  expect(wholeName(FINGERPRINT, 'Speicher Note (HI-2024-007)')).toBe('Speicher Note')
  expect(wholeName('DE000A2LQ5M4', 'Hafenbank 2029')).toBe('Hafenbank 2029')
  expect(wholeName(FINGERPRINT, null)).toBe(FINGERPRINT)
})
