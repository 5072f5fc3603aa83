import type { Address } from '@connex/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { SigningKey } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  batchToSign,
  CONTRACT,
  creationToSign,
  feeMarketToSign,
  legacyToSign,
  OTHER_CONTRACT,
  requestToSign,
} from '../../../testkit/src/wallets/whatToSign.ts'
import { createDigestSigner } from './createDigestSigner.ts'
import type { DigestSignerOptions } from './createDigestSigner.ts'
import { createLocalSigner } from './createLocalSigner.ts'
import type { KeySignature } from './keySignature.ts'
import type { Hex, Signer } from './Signer.ts'

const KEY: Hex = `0x${'11'.repeat(32)}`
const OTHER_KEY: Hex = `0x${'22'.repeat(32)}`
const CHAIN = { chainId: 31337 }
const local = createLocalSigner(KEY, CHAIN)
const ORDER = secp256k1.Point.CURVE().n

/** r and s, 64 bytes: what every key can make. */
const rs = (digest: Uint8Array, key = KEY): Uint8Array =>
  secp256k1.sign(digest, hexToBytes(key.slice(2)), { prehash: false, format: 'compact' })
const partsOf = (digest: Uint8Array) => secp256k1.Signature.fromBytes(rs(digest), 'compact')
const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

const signerWith = (signDigest: DigestSignerOptions['signDigest']): Signer =>
  createDigestSigner({ address: local.address, ...CHAIN, signDigest })

/** The results of everything that is signed. */
const signAll = async (signer: Signer): Promise<Hex[]> => [
  await signer.signRequest(requestToSign),
  await signer.signTransaction(legacyToSign),
  await signer.signTransaction(creationToSign),
  await signer.signTransaction(feeMarketToSign),
  await signer.signBatch(batchToSign),
]

describe('refusals', () => {
  test.each([
    ['nothing', undefined],
    ['text', 'yes'],
    ['no bytes', '0x'],
    ['63 bytes', new Uint8Array(63).fill(1)],
    ['66 bytes', new Uint8Array(66).fill(1)],
    ['zeros', new Uint8Array(65)],
    ['an r as large as the order', { r: wordOf(ORDER), s: 1n }],
    ['an s of zero', { r: 1n, s: 0n }],
    ['r alone', { r: 1n }],
    ['numbers', { r: 1, s: 1 }],
    ['DER with a byte too many', concatBytes(partsOf(new Uint8Array(32)).toBytes('der'), Uint8Array.of(0))],
  ])('refuses %s as a signature', async (_, given) => {
    const signer = signerWith(async () => given as KeySignature)
    await expect(signer.signTransaction(legacyToSign)).rejects.toMatchObject({
      name: 'KeyError',
      code: 'signerUnexpected',
    })
  })

  test('refuses the signature of another key, and says whose was expected', async () => {
    const signer = signerWith(async (digest) => rs(digest, OTHER_KEY))
    await expect(signer.signRequest(requestToSign)).rejects.toMatchObject({
      code: 'signerWrongKey',
      message: `This is not a signature of ${local.address}. Check which key the signer uses. Nothing was sent.`,
    })
  })

  test('refuses the right key’s signature of something else', async () => {
    const signer = signerWith(async (_, preimage) => rs(keccak_256(preimage.subarray(1))))
    await expect(signer.signBatch(batchToSign)).rejects.toMatchObject({ code: 'signerWrongKey' })
  })

  test('says what a key that failed says, and keeps its error', async () => {
    const cause = new Error('AccessDeniedException')
    const failing = [
      signerWith(() => Promise.reject(cause)),
      signerWith(() => {
        throw cause
      }),
    ]
    for (const signer of failing)
      await expect(signer.signRequest(requestToSign)).rejects.toMatchObject({
        code: 'signerFailed',
        message: 'The key could not sign: AccessDeniedException. Nothing was signed.',
        cause,
      })
  })

  test('asks the key nothing for another chain, another contract, a malformed request, or once locked', async () => {
    const digests: Uint8Array[] = []
    const signer = signerWith(async (digest) => {
      digests.push(digest)
      return rs(digest)
    })
    await signer.allowContracts([CONTRACT])
    const code = (expected: string) => ({ name: 'SignerError', code: expected })
    await expect(signer.signRequest({ ...requestToSign, chainId: 1 })).rejects.toMatchObject(
      code('foreignChain'),
    )
    await expect(signer.signRequest({ ...requestToSign, target: 'x' })).rejects.toMatchObject(
      code('malformed'),
    )
    for (const to of [OTHER_CONTRACT, null])
      await expect(signer.signTransaction({ ...legacyToSign, to })).rejects.toMatchObject(
        code('foreignContract'),
      )
    await expect(signer.signBatch({ ...batchToSign, controllerAddr: OTHER_CONTRACT })).rejects.toMatchObject(
      code('foreignContract'),
    )
    signer.lock()
    await expect(signer.signTransaction(legacyToSign)).rejects.toMatchObject(code('walletNotInitialized'))
    expect(() => signer.address).toThrow('The ConneX Wallet has to be initialized')
    expect(digests).toEqual([])
  })

  test('refuses what is not an address', () => {
    const address = '0x12' as Address
    expect(() => createDigestSigner({ address, ...CHAIN, signDigest: async (digest) => rs(digest) })).toThrow(
      'The wallet does not sign this.',
    )
  })
})

describe('signatures', () => {
  const forms: Record<string, (digest: Uint8Array) => KeySignature> = {
    '65 bytes with v 27 or 28': (digest) => new SigningKey(KEY).sign(digest).serialized as Hex,
    '65 bytes with the wrong v': (digest) => concatBytes(rs(digest), Uint8Array.of(99)),
    '64 bytes': rs,
    '64 bytes in hex': (digest) => hexOf(rs(digest)),
    '64 bytes with a high s': (digest) => {
      const { r, s } = partsOf(digest)
      return hexToBytes(wordOf(r).slice(2) + wordOf(ORDER - s).slice(2))
    },
    DER: (digest) => partsOf(digest).toBytes('der'),
    'DER in hex': (digest) => hexOf(partsOf(digest).toBytes('der')),
    'DER with a high s': (digest) => {
      const { r, s } = partsOf(digest)
      return new secp256k1.Signature(r, ORDER - s).toBytes('der')
    },
    'r and s as numbers': partsOf,
    'r and s as words': (digest) => {
      const { r, s } = partsOf(digest)
      return { r: wordOf(r), s: hexToBytes(wordOf(s).slice(2)) }
    },
  }

  test.each(Object.entries(forms))('given as %s are those of a local signer', async (_, form) => {
    expect(await signAll(signerWith(async (digest) => form(digest)))).toEqual(await signAll(local))
  })

  test('are of a digest, the hash of the preimage beside it', async () => {
    const signer = signerWith(async (digest, preimage) => {
      expect(digest).toEqual(keccak_256(preimage))
      return rs(digest)
    })
    await signAll(signer)
  })

  test('are those of a local signer whatever the transaction, with r and s of any length', async () => {
    const signer = signerWith(async (digest) => partsOf(digest).toBytes('der'))
    await fc.assert(
      fc.asyncProperty(fc.maxSafeNat(), fc.bigInt({ min: 0n, max: 2n ** 128n }), async (nonce, value) => {
        for (const transaction of [legacyToSign, feeMarketToSign]) {
          const fields = { ...transaction, nonce, value }
          expect(await signer.signTransaction(fields)).toBe(await local.signTransaction(fields))
        }
      }),
      { numRuns: 60 },
    )
  })
})
