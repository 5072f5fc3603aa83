import { expect, it } from 'vitest'
import { initials } from './UserMenu.tsx'

it.each([
  ['a.keller', 'AK'],
  ['Anna Maria Keller', 'AK'],
  ['keller', 'KE'],
  ['Élodie', 'ÉL'],
  ['', ''],
])('%j has the initials %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
