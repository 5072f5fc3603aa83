import { Address, bodyHash, canonicalRequestText, ZERO_ADDRESS } from '@connex/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction, Wallet, verifyMessage } from 'ethers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLocalSigner } from './createLocalSigner.ts'
import type { BatchToSign, Hex, RequestToSign, Signer, TransactionToSign } from './Signer.ts'

const KEY: Hex = `0x${'11'.repeat(32)}`
const CHAIN = { chainId: 31337 }
const CONTRACT = Address.parse(`0x${'ab'.repeat(20)}`)
const OTHER = Address.parse(`0x${'cd'.repeat(20)}`)

const request: RequestToSign = {
  version: 6,
  chainId: 31337,
  serverId: 'http://127.0.0.1:4000',
  method: 'GET',
  target: '/api/v6/registry-manager/positions?page=1&items-per-page=50',
  timestamp: 1_763_690_000_000,
  nonce: 'ab'.repeat(32),
  bodySha256: await bodyHash(new Uint8Array()),
  contentType: undefined,
}

const transaction: TransactionToSign = {
  chainId: 31337,
  nonce: 0,
  gas: 16_000_000n,
  gasPrice: 1n,
  to: CONTRACT,
  value: 0n,
  data: '0x12345678',
}

let signer: Signer
beforeEach(() => {
  signer = createLocalSigner(KEY, CHAIN)
})

describe('refusals', () => {
  it.each(['0x', '0x12', `0x${'zz'.repeat(32)}`, `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`] as const)(
    'refuses the key %s',
    (key) => {
      expect(() => createLocalSigner(key, CHAIN)).toThrow('invalid private key')
    },
  )

  it('refuses to sign, and to name an address, once locked', async () => {
    signer.lock()
    const sentence = 'The ConneX Wallet has to be initialized'
    await expect(signer.signRequest(request)).rejects.toThrow(sentence)
    await expect(signer.signTransaction(transaction)).rejects.toThrow(sentence)
    await expect(signer.allowContracts([CONTRACT])).rejects.toThrow(sentence)
    expect(() => signer.address).toThrow(sentence)
  })

  it('refuses another chain', async () => {
    await expect(signer.signRequest({ ...request, chainId: 1 })).rejects.toMatchObject({
      code: 'foreignChain',
    })
    await expect(signer.signTransaction({ ...transaction, chainId: 1 })).rejects.toMatchObject({
      code: 'foreignChain',
    })
  })

  it('refuses contracts outside the list, and to create one, once the list is set', async () => {
    await signer.signTransaction({ ...transaction, to: OTHER })
    await signer.allowContracts([CONTRACT])
    await expect(signer.signTransaction({ ...transaction, to: OTHER })).rejects.toMatchObject({
      code: 'foreignContract',
    })
    await expect(signer.signTransaction({ ...transaction, to: null })).rejects.toMatchObject({
      code: 'foreignContract',
    })
    const shouted = CONTRACT.toUpperCase().replace('0X', '0x') as Address
    expect(await signer.signTransaction({ ...transaction, to: shouted })).toBe(
      await signer.signTransaction(transaction),
    )
  })

  it('refuses to widen the list; the same list may be set again', async () => {
    await signer.allowContracts([CONTRACT])
    await signer.allowContracts([CONTRACT, CONTRACT])
    await expect(signer.allowContracts([CONTRACT, OTHER])).rejects.toMatchObject({
      code: 'contractsAlreadySet',
    })
    await expect(signer.allowContracts([])).rejects.toMatchObject({ code: 'contractsAlreadySet' })
    await expect(signer.signTransaction({ ...transaction, to: OTHER })).rejects.toMatchObject({
      code: 'foreignContract',
    })
  })

  it.each([
    { version: 7 },
    { chainId: '31337' },
    { serverId: '' },
    { serverId: 'http://Server' },
    { method: 'get' },
    { method: 'GET\n/x' },
    { target: 'api' },
    { target: '/a b' },
    { target: '/a\nb' },
    { target: '/ü' },
    { timestamp: 1.5 },
    { timestamp: Number.NaN },
    { timestamp: '1' },
    { nonce: 'AB'.repeat(32) },
    { nonce: 'ab'.repeat(31) },
    { bodySha256: '' },
    { bodySha256: undefined },
    { contentType: '' },
    { contentType: 'a\r\nb' },
    { contentType: null },
  ])('refuses a request with %j', async (changes) => {
    const wrong = { ...request, ...changes } as RequestToSign
    await expect(signer.signRequest(wrong)).rejects.toMatchObject({ code: 'malformed' })
  })

  it.each([
    { chainId: 0 },
    { chainId: 31337n },
    { nonce: -1 },
    { nonce: 0n },
    { gas: 16_000_000 },
    { gas: -1n },
    { gasPrice: 2n ** 256n },
    { gasPrice: undefined },
    { maxFeePerGas: 2n },
    { gasPrice: undefined, maxFeePerGas: 2n },
    { gasPrice: undefined, maxFeePerGas: 2n, maxPriorityFeePerGas: 3n },
    { gasPrice: undefined, maxFeePerGas: 2n ** 256n, maxPriorityFeePerGas: 3n },
    { value: '0' },
    { to: undefined },
    { to: '0x12' },
    { data: '0x1' },
    { data: '1234' },
    { data: undefined },
  ])('refuses a transaction with %o', async (changes) => {
    const wrong = { ...transaction, ...changes } as TransactionToSign
    await expect(signer.signTransaction(wrong)).rejects.toMatchObject({ code: 'malformed' })
  })

  it.each([undefined, null, 'text', [request]])('refuses %j for a request', async (value) => {
    await expect(signer.signRequest(value as unknown as RequestToSign)).rejects.toMatchObject({
      code: 'malformed',
    })
  })
})

describe('signRequest', () => {
  it('signs the canonical text as a personal message, as ethers does', async () => {
    const signature = await signer.signRequest(request)
    expect(signature).toBe(await new Wallet(KEY).signMessage(canonicalRequestText(request)))
    expect(verifyMessage(canonicalRequestText(request), signature).toLowerCase()).toBe(signer.address)
  })

  it('gives 65 bytes, low s and v 27 or 28, whatever is signed', async () => {
    const half = secp256k1.Point.CURVE().n / 2n
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(5 as const, 6 as const), async (timestamp, version) => {
        const fields = { ...request, version, timestamp: timestamp + 1, contentType: 'application/json' }
        const signature = await signer.signRequest(fields)
        expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
        expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(half)
        expect(signature).toBe(await new Wallet(KEY).signMessage(canonicalRequestText(fields)))
      }),
      { numRuns: 50 },
    )
  })

  it('keeps its own copy of the key', async () => {
    const key = new Uint8Array(32).fill(0x11)
    const own = createLocalSigner(key, CHAIN)
    key.fill(0)
    expect(await own.signRequest(request)).toBe(await signer.signRequest(request))
  })
})

describe('signTransaction', () => {
  it('writes the same bytes as ethers, for whatever amounts and data', async () => {
    const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    const arbitrary = fc.record({
      chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      nonce: fc.maxSafeNat(),
      gas: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      gasPrice: word,
      to: fc.constantFrom(null, CONTRACT, OTHER),
      value: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 300n }), word),
      data: fc.uint8Array({ maxLength: 400 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
    })
    await fc.assert(
      fc.asyncProperty(arbitrary, async (fields) => {
        const theirs = Transaction.from({
          type: 0,
          chainId: fields.chainId,
          nonce: fields.nonce,
          gasLimit: fields.gas,
          gasPrice: fields.gasPrice,
          to: fields.to,
          value: fields.value,
          data: fields.data,
        })
        theirs.signature = new Wallet(KEY).signingKey.sign(theirs.unsignedHash)
        const ours = await createLocalSigner(KEY, { chainId: fields.chainId }).signTransaction(fields)
        expect(ours).toBe(theirs.serialized)
      }),
      { numRuns: 150 },
    )
  })

  it('writes the same EIP-1559 transactions as ethers', async () => {
    const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    const arbitrary = fc.record({
      chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      nonce: fc.maxSafeNat(),
      gas: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fees: fc.tuple(word, word),
      to: fc.constantFrom(null, CONTRACT),
      value: fc.oneof(fc.constant(0n), word),
      data: fc.uint8Array({ maxLength: 400 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
    })
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ fees: [one, other], gas, ...fields }) => {
        const maxFeePerGas = one > other ? one : other
        const maxPriorityFeePerGas = one > other ? other : one
        const theirs = Transaction.from({
          type: 2,
          ...fields,
          gasLimit: gas,
          maxFeePerGas,
          maxPriorityFeePerGas,
        })
        theirs.signature = new Wallet(KEY).signingKey.sign(theirs.unsignedHash)
        const own = createLocalSigner(KEY, { chainId: fields.chainId })
        const ours = await own.signTransaction({ ...fields, gas, maxFeePerGas, maxPriorityFeePerGas })
        expect(ours).toBe(theirs.serialized)
      }),
      { numRuns: 150 },
    )
  })

  it('signs calls of many kilobytes', async () => {
    const data: Hex = `0x${'5a'.repeat(100_000)}`
    const raw = await signer.signTransaction({ ...transaction, data })
    const parsed = Transaction.from(raw)
    expect(parsed.data).toBe(data)
    expect(parsed.from?.toLowerCase()).toBe(signer.address)
  })
})

describe('a co-signer’s batch', () => {
  const batch: BatchToSign = {
    chainId: 31337,
    controllerAddr: CONTRACT,
    calls: [
      { target: OTHER, data: '0x12345678' },
      { target: CONTRACT, data: '0x' },
    ],
    nonce: `0x${'07'.repeat(32)}`,
    deadline: 1_790_000_000,
    sender: OTHER,
  } as const
  const types = {
    Call: [
      { name: 'target', type: 'address' },
      { name: 'data', type: 'bytes' },
    ],
    Batch: [
      { name: 'calls', type: 'Call[]' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'sender', type: 'address' },
    ],
  }

  it.each([
    ['another chain', { ...batch, chainId: 1 }, 'foreignChain'],
    ['no calls', { ...batch, calls: [] }, 'malformed'],
    ['a nonce that is not 32 bytes', { ...batch, nonce: '0x07' as const }, 'malformed'],
    ['a sender that is not an address', { ...batch, sender: '0x07' as Address }, 'malformed'],
    ['data that is not hex', { ...batch, calls: [{ target: OTHER, data: '0xzz' as const }] }, 'malformed'],
    ['no deadline', { ...batch, deadline: 0 }, 'malformed'],
  ])('is refused with %s', async (_, fields, code) => {
    await expect(signer.signBatch(fields)).rejects.toMatchObject({ code })
  })

  it('is refused for a controller outside the list', async () => {
    await signer.allowContracts([CONTRACT])
    const foreign = signer.signBatch({ ...batch, controllerAddr: OTHER })
    await expect(foreign).rejects.toMatchObject({ code: 'foreignContract' })
  })

  it.each([
    ['that names its sender', OTHER],
    ['that any entitled user may send', null],
  ])('%s is signed as ethers signs the same typed data', async (_, sender) => {
    const domain = { name: 'ConneX', version: '1', chainId: 31337, verifyingContract: CONTRACT }
    const { calls, nonce, deadline } = batch
    const message = { calls, nonce, deadline, sender: sender ?? ZERO_ADDRESS }
    const expected = await new Wallet(KEY).signTypedData(domain, types, message)
    expect(await signer.signBatch({ ...batch, sender })).toBe(expected)
  })
})
