import { expect, test } from 'vitest'
import { freshToken, hashToken } from './bearerToken.ts'

test('a fresh token is 43 characters of base64url, and a command line never takes it for an option', () => {
  const tokens = Array.from({ length: 2_000 }, freshToken)
  expect(tokens.filter((token) => !/^\w[\w-]{42}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(tokens.length)
})

test('what is stored of a token is its SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
