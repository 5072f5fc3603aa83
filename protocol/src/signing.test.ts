import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bodyHash, canonicalRequestText, freshNonce, serverIdOf } from './signing.ts'
import type { SignedFields } from './signing.ts'

type Vector = { name: string; fields: SignedFields; body: string; text: string }

// The signatures in this file are checked where the signer is (sdk) and where they are verified (node).
const file = new URL('../test/signingVectors.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }
const fields = vectors[0]!.fields

test.each(['target', 'serverId', 'method', 'nonce', 'bodySha256', 'contentType'] as const)(
  'a line break or nothing at all in %s is refused',
  (name) => {
    for (const bad of ['', 'a\nb', 'a\rb', '\n'])
      expect(() => canonicalRequestText({ ...fields, [name]: bad })).toThrow(TypeError)
  },
)

test.each(vectors)('$name has the text that was written down', async ({ fields, body, text }) => {
  expect(canonicalRequestText(fields)).toBe(text)
  expect(await bodyHash(new TextEncoder().encode(body))).toBe(fields.bodySha256)
})

test('every field changes the text', () => {
  const changes: Partial<SignedFields>[] = [
    { version: 5 },
    { chainId: 1 },
    { serverId: 'http://127.0.0.1:4001' },
    { method: 'PUT' },
    { target: `${fields.target}&` },
    { timestamp: fields.timestamp + 1 },
    { nonce: '0'.repeat(64) },
    { bodySha256: '0'.repeat(64) },
    { contentType: 'application/json' },
  ]
  const texts = changes.map((change) => canonicalRequestText({ ...fields, ...change }))
  expect(new Set([canonicalRequestText(fields), ...texts]).size).toBe(changes.length + 1)
})

test('a nonce is 32 random bytes', () => {
  expect(freshNonce()).toMatch(/^[0-9a-f]{64}$/)
  expect(freshNonce()).not.toBe(freshNonce())
})

test.each([
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['HTTPS://Bank.Example:443/connex/', 'https://bank.example'],
  ['https://bank.example:8443/x?y', 'https://bank.example:8443'],
])('the server id of %s is its origin, lower case', (baseUrl, serverId) => {
  expect(serverIdOf(baseUrl)).toBe(serverId)
})
