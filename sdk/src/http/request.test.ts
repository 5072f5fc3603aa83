import { readFileSync } from 'node:fs'
import {
  canonicalJson,
  canonicalRequestText,
  fingerprintOf,
  formatQuantity,
  parseQuantity,
  Quantity,
  toQuantity,
} from '@connex/protocol'
import type { Json, SignedFields } from '@connex/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { queryString } from './request.ts'

// What both sides of the wire compute must hold for anything, not for the examples that somebody thought of.

const text = fc.string({ unit: 'grapheme' }).filter((one) => one.isWellFormed())
const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value)))

/** The same value with its members the other way round, all the way down. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).toReversed()
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member ?? null)]))
}

test('canonical JSON reads back as the same value, whatever the order of its members was', () => {
  fc.assert(
    fc.property(json, (value) => {
      const canonical = canonicalJson(value)
      expect(canonicalJson(JSON.parse(canonical) as Json)).toBe(canonical)
      expect(canonicalJson(reversed(value))).toBe(canonical)
      expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('canonical JSON sorts members by code units and holds no space outside of strings', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.integer()), (value) => {
      const keys = Object.keys(JSON.parse(canonicalJson(value)) as object)
      const plain = keys.filter((key) => !/^(0|[1-9]\d*)$/.test(key))
      expect(plain).toEqual(plain.toSorted((a, b) => (a < b ? -1 : 1)))
      expect(canonicalJson(value).replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/)
    }),
  )
})

test('fingerprints are the same for the same data, and others for another salt or another text', () => {
  const salt = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  fc.assert(
    fc.property(salt, salt, text, text, (one, other, content, otherContent) => {
      const fingerprint = fingerprintOf({ salt: one, text: content })
      expect(fingerprintOf({ text: content, salt: one })).toBe(fingerprint)
      expect(fingerprintOf({ salt: other, text: content }) === fingerprint).toBe(one === other)
      expect(fingerprintOf({ salt: one, text: otherContent }) === fingerprint).toBe(content === otherContent)
    }),
  )
})

test('a quantity survives the wire, and what a person reads of it can be typed again', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 39n - 1n })
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
      expect(BigInt(toQuantity(amount))).toBe(amount)
      const typed = parseQuantity(formatQuantity(amount, decimals), decimals)
      expect(typed).toEqual(amount === 0n ? { fault: 'notPositive' } : { units: amount })
    }),
  )
})

test('nothing but a whole number without sign, space or leading zero is a quantity', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.double().map(String), fc.bigInt().map(String)), (given) => {
      expect(Quantity.safeParse(given).success).toBe(/^(0|[1-9]\d{0,38})$/.test(given))
    }),
  )
})

test('a query is spelled in kebab-case and reads back value by value', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}([A-Z][a-z]{1,6}){0,3}$/)
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }))
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }), (query) => {
      const spelled = new URLSearchParams(queryString(query))
      for (const [key, given] of Object.entries(query)) {
        const wire = ['auditId', 'eventType'].includes(key)
          ? key
          : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        expect(spelled.getAll(wire)).toEqual([given].flat().map(String))
      }
      expect(queryString(query)).not.toMatch(/[\s#]/)
    }),
  )
})

test('two requests that differ in any field have different texts to sign; none holds a line break', () => {
  const line = fc.string({ minLength: 1, maxLength: 20 })
  const fields: fc.Arbitrary<SignedFields> = fc.record({
    version: fc.constantFrom(5 as const, 6 as const),
    chainId: fc.integer({ min: 1 }),
    serverId: line,
    method: line,
    target: line,
    timestamp: fc.integer({ min: 0 }),
    nonce: line,
    bodySha256: line,
    contentType: fc.constantFrom(undefined, 'application/json', 'text/plain'),
  })
  const textOf = (given: SignedFields): string | undefined => {
    try {
      return canonicalRequestText(given)
    } catch {
      return undefined
    }
  }
  fc.assert(
    fc.property(fields, fields, (left, right) => {
      const isBroken = Object.values(left).some((value) => /[\r\n]/.test(String(value)))
      const signed = textOf(left)
      expect(signed === undefined).toBe(isBroken)
      expect(signed?.split('\n').length ?? 9).toBe(9)
      const isSame = JSON.stringify(left) === JSON.stringify(right)
      if (!isBroken) expect(signed === textOf(right)).toBe(isSame)
    }),
  )
})

type Vector = { name: string; fields: SignedFields; signature: string }
type Vectors = { privateKey: `0x${string}`; address: string; vectors: Vector[] }

const file = new URL('../../../protocol/test/signingVectors.json', import.meta.url)
const { privateKey, address, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

test.each(vectors)('$name has the signature that was written down', async ({ fields, signature }) => {
  const signer = createLocalSigner(privateKey, { chainId: fields.chainId })
  expect(signer.address).toBe(address)
  expect(await signer.signRequest(fields)).toBe(signature)
})
