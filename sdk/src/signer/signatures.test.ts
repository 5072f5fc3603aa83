import { bytesToHex } from '@noble/hashes/utils.js'
import { encodeRlp as theirs, getBytes } from 'ethers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeRlp, integerBytes, type RlpItem } from './signatures.ts'

it.each([
  ['dog', new TextEncoder().encode('dog'), '83646f67'],
  ['nothing', new Uint8Array(), '80'],
  ['zero as a byte', Uint8Array.of(0), '00'],
  ['one byte below 128', Uint8Array.of(0x7f), '7f'],
  ['one byte from 128 up', Uint8Array.of(0x80), '8180'],
  ['an empty list', [], 'c0'],
  ['the set of three', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
] as [string, RlpItem, string][])('encodes %s', (_, item, hex) => {
  expect(bytesToHex(encodeRlp(item))).toBe(hex)
})

it('encodes whatever is nested as ethers does, across all lengths of prefix', () => {
  const { tree } = fc.letrec<{ tree: RlpItem }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.uint8Array({ maxLength: 300, size: 'max' }),
      fc.array(tie('tree'), { maxLength: 6 }),
    ),
  }))
  fc.assert(
    fc.property(tree, (item) => {
      expect(`0x${bytesToHex(encodeRlp(item))}`).toBe(theirs(item as Parameters<typeof theirs>[0]))
    }),
    { numRuns: 200 },
  )
  for (const length of [55, 56, 255, 256, 65_535, 65_536]) {
    const bytes = new Uint8Array(length).fill(7)
    expect(encodeRlp([bytes])).toEqual(getBytes(theirs([bytes])))
  }
})

it('writes numbers without leading zeros, and zero as nothing', () => {
  expect(integerBytes(0n)).toEqual(new Uint8Array())
  expect(integerBytes(15n)).toEqual(Uint8Array.of(15))
  expect(integerBytes(1024n)).toEqual(Uint8Array.of(4, 0))
})
