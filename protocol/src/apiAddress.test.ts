import { expect, test } from 'vitest'
import { isApiAddress } from './apiAddress.ts'

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://bank.example',
  'https://',
  'https:bank.example',
  'https:\\\\bank.example',
  'https://bank.example\\@evil.example',
  'https://user@bank.example',
  'https://user:secret@bank.example',
  'https://bank.example?next=x',
  'https://bank.example#x',
  ' https://bank.example',
  'https://bank.example/a b',
  'https://bank.example/\u202egpj',
  'https://bank.example:99999',
  `https://bank.example/${'a'.repeat(300)}`,
  '//bank.example',
  'bank.example',
  '',
])('L4: %j is not the address of an API', (text) => {
  expect(isApiAddress(text)).toBe(false)
  expect(isApiAddress(text, { allowHttp: true })).toBe(false)
})

test('L4: an https URL is the address of an API, and an http one where it is allowed', () => {
  for (const text of [
    'https://bank.example',
    'https://bank.example:8443/connex/',
    'https://[2001:db8::1]/api',
  ])
    expect(isApiAddress(text)).toBe(true)
  expect(isApiAddress('http://127.0.0.1:4000')).toBe(false)
  expect(isApiAddress('http://127.0.0.1:4000', { allowHttp: true })).toBe(true)
})
