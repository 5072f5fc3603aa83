import { readFileSync } from 'node:fs'
import { bodyHash, canonicalRequestText } from '@connex/protocol'
import type { SignedFields } from '@connex/protocol'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { recoverAddress } from '../../ledger/rawTransaction.ts'
import { messageDigest, readSignature } from './signedHeaders.ts'

test('digest and signer are what another implementation says', async () => {
  for (const message of ['', 'conx-req-v6\n31337', 'ä€😀', 'x'.repeat(10_000)]) {
    const account = privateKeyToAccount(generatePrivateKey())
    const digest = messageDigest(message)
    expect(`0x${bytesToHex(digest)}`).toBe(hashMessage(message))
    const signature = readSignature(await account.signMessage({ message }))
    expect(recoverAddress(digest, signature!.rs, signature!.recovery)).toBe(account.address.toLowerCase())
  }
})

test('a malformed signature has no signer', () => {
  const digest = messageDigest('x')
  expect(recoverAddress(digest, new Uint8Array(64), 0)).toBeUndefined()
  expect(recoverAddress(digest, hexToBytes('ff'.repeat(64)), 1)).toBeUndefined()
  expect(recoverAddress(digest, new Uint8Array(63), 0)).toBeUndefined()
})

type Vector = { name: string; fields: SignedFields; body: string; text: string; signature: string }
const file = new URL('../../../../protocol/test/signingVectors.json', import.meta.url)
const { address, vectors } = JSON.parse(readFileSync(file, 'utf8')) as { address: string; vectors: Vector[] }

test.each(vectors)('$name has its signer; with a byte less it has none', async (vector) => {
  const { fields, body, text } = vector
  expect(await bodyHash(new TextEncoder().encode(body))).toBe(fields.bodySha256)
  expect(canonicalRequestText(fields)).toBe(text)
  const signature = readSignature(vector.signature)
  const signerOf = (signed: string) =>
    recoverAddress(messageDigest(signed), signature!.rs, signature!.recovery)
  expect(signerOf(text)).toBe(address)
  expect(signerOf(text.slice(0, -1))).not.toBe(address)
})
