import { expect, test } from 'vitest'
import { instrumentText, shownIdentifier } from './instrumentText.ts'

test('a private instrument’s reference is cut short, and nothing else is', () => {
  expect(shownIdentifier(`0x4150c0${'d'.repeat(52)}bdc68b`)).toBe('0x4150c0…bdc68b')
  expect(shownIdentifier('DE000A2LQ5M4')).toBe('DE000A2LQ5M4')
})

test('a private instrument is named by its label where that is known, and an ISIN needs none', () => {
  const reference = `0x4150c0${'d'.repeat(52)}bdc68b`
  expect(instrumentText(reference, null)).toBe('0x4150c0…bdc68b')
  expect(instrumentText(reference, 'Speicher Note')).toBe('Speicher Note')
  expect(instrumentText('DE000A2LQ5M4', 'Hafenbank 2029')).toBe('DE000A2LQ5M4')
})
