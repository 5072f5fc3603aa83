import { expect, test } from 'vitest'
import { chooseVersion, isApiAddress, offeredVersions } from './server.ts'

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

test.each([
  [{}],
  [null],
  ['6'],
  [[]],
  [{ supportedApiVersions: [] }],
  [{ supportedApiVersions: [4, 7, 'x', null] }],
])('of %j none is chosen', (body) => {
  expect(chooseVersion({ kind: 'answer', body })).toBeUndefined()
})

test.each([
  [[6], 6],
  [[5], 5],
  [[5, 6], 6],
  [[6, 5, 4], 6],
  [['5', 'v6'], 6],
  [['v5', 7], 5],
])('of %j, %i is chosen', (supportedApiVersions, version) => {
  expect(chooseVersion({ kind: 'answer', body: { supportedApiVersions } })).toBe(version)
})

test('404 means 5, a failure means 6', () => {
  expect(chooseVersion({ kind: 'notFound' })).toBe(5)
  expect(chooseVersion({ kind: 'failed' })).toBe(6)
})

test('entries that are not versions are ignored', () => {
  expect(offeredVersions({ supportedApiVersions: ['6.0', 'v', '06', 6.5, ' 6', -6, '6666'] })).toEqual([6])
})
