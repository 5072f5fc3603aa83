import { bytesToHex } from '@noble/hashes/utils.js'
import { Wallet, encryptKeystoreJsonSync, keccak256 } from 'ethers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readCollectedWallets, readKeystoreTests } from '../../../testkit/src/wallets/vectors.ts'
import {
  TEST_KEY,
  TEST_PASSWORD,
  writeTestPresale,
  writeTestWallet,
} from '../../../testkit/src/wallets/testWallet.ts'
import { addressOfPrivateKey } from './privateKey.ts'
import { readWalletFile } from './readWalletFile.ts'
import { requireChecksum, unlockWallet } from './openWallet.ts'
import type { UnlockProgress } from './unlockProgress.ts'
import { WalletError } from './WalletError.ts'

const text = (json: object) => JSON.stringify(json)

/** The cause of an unlocking that fails, and that says 'Error unlocking wallet'. */
async function causeOf(file: object, password = TEST_PASSWORD): Promise<WalletError> {
  const error: unknown = await unlockWallet(text(file), password).then(
    () => new Error('it opened'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(WalletError)
  expect(error).toMatchObject({ code: 'unlockFailed', message: 'Error unlocking wallet' })
  const { cause } = error as WalletError
  expect(cause).toBeInstanceOf(WalletError)
  expect((error as WalletError).detail).toBe((cause as WalletError).message)
  return cause as WalletError
}

const flipped = (hex: string, at = 0): string => {
  const bytes = Buffer.from(hex, 'hex')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('hex')
}

const good = writeTestWallet()
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

describe('refusals', () => {
  it('names the cause of every refusal', async () => {
    expect((await causeOf({})).message).toBe('No Version found')
    expect((await causeOf({ version: 4 })).message).toBe('invalid JSON wallet')
    expect((await causeOf({ ...good, crypto: { ...good.crypto, cipher: 'des' } })).message).toBe(
      'unsupported cipher',
    )
    expect((await causeOf(good, 'wrong')).message).toBe('incorrect password')
    expect((await causeOf({ ...good, address: 'ab'.repeat(20) })).message).toBe('address/privateKey mismatch')
  })

  it.each([0, 15, 31])('KEY-09 refuses a mac that is flipped at byte %i', async (at) => {
    const mac = flipped(good.crypto.mac, at)
    expect((await causeOf({ ...good, crypto: { ...good.crypto, mac } })).code).toBe('incorrectPassword')
  })

  it('KEY-10 refuses a flipped iv by the address that it leads to', async () => {
    const cipherparams = { iv: flipped(good.crypto.cipherparams.iv) }
    expect((await causeOf({ ...good, crypto: { ...good.crypto, cipherparams } })).code).toBe(
      'addressMismatch',
    )
  })

  it('KEY-10 refuses a flipped ciphertext by its mac', async () => {
    const ciphertext = flipped(good.crypto.ciphertext)
    expect((await causeOf({ ...good, crypto: { ...good.crypto, ciphertext } })).code).toBe(
      'incorrectPassword',
    )
  })

  it('KEY-11 opens a flipped iv where no address is named, as another key, whose address tells', async () => {
    const cipherparams = { iv: flipped(good.crypto.cipherparams.iv) }
    const file = { ...good, address: undefined, crypto: { ...good.crypto, cipherparams } }
    const key = await unlockWallet(text(file), TEST_PASSWORD)
    expect(addressOfPrivateKey(key)).not.toBe(`0x${good.address}`)
  })

  it.each([
    ['0', '00'.repeat(32)],
    ['the order of the curve', ORDER],
    ['above the order', 'ff'.repeat(32)],
  ])('KEY-15 refuses the key %s', async (_, key) => {
    const file = writeTestWallet({ privateKey: Buffer.from(key, 'hex'), address: undefined })
    expect((await causeOf(file)).message).toBe('invalid JSON wallet')
  })

  it('KEY-15 opens the largest key there is', async () => {
    const privateKey = Buffer.from(ORDER.replace(/1$/, '0'), 'hex')
    expect(await unlockWallet(text(writeTestWallet({ privateKey })), TEST_PASSWORD)).toEqual(
      new Uint8Array(privateKey),
    )
  })

  it('KEY-16 refuses a presale file: wrong password, changed seed, changed padding, other address', async () => {
    const presale = writeTestPresale()
    const { encseed } = presale
    expect((await causeOf(presale, 'wrong')).code).toBe('incorrectPassword')
    expect((await causeOf({ ...presale, encseed: flipped(encseed, 20) })).code).toBe('incorrectPassword')
    expect((await causeOf({ ...presale, encseed: flipped(encseed, encseed.length / 2 - 1) })).code).toBe(
      'incorrectPassword',
    )
    expect((await causeOf({ ...presale, ethaddr: 'ab'.repeat(20) })).code).toBe('addressMismatch')
  })
})

describe('passwords', () => {
  const accented = 'Zu\u0308rich\u00e9\u2126' // decomposed ü, composed é, the ohm sign: no form equals another

  it.each([
    ['NFKC', accented.normalize('NFKC')],
    ['raw', accented],
    ['NFC', accented.normalize('NFC')],
    ['NFD', accented.normalize('NFD')],
  ])('KEY-18 opens what was written with the password in the form %s', async (_, written) => {
    const file = writeTestWallet({ password: new TextEncoder().encode(written) })
    expect(await unlockWallet(text(file), accented)).toEqual(TEST_KEY)
  })

  it('KEY-18 derives once for each form that differs, and once only for ASCII', async () => {
    const count = async (password: string) => {
      const steps: UnlockProgress[] = []
      const file = writeTestWallet({ kdf: { n: 2 ** 13, r: 1, p: 1 }, password: 'another' })
      const onProgress = (step: UnlockProgress) => void steps.push(step)
      await expect(unlockWallet(text(file), password, { onProgress })).rejects.toThrow(
        'Error unlocking wallet',
      )
      return new Set(steps.map((step) => step.fraction)).size
    }
    vi.stubGlobal('WebAssembly', undefined)
    const ascii = await count('ascii')
    expect(await count(accented)).toBeGreaterThan(2 * ascii)
  })

  it('KEY-18 opens with an empty password what was written with none', async () => {
    expect(await unlockWallet(text(writeTestWallet({ password: '' })), '')).toEqual(TEST_KEY)
    const pbkdf2 = writeTestWallet({ password: '', kdf: { prf: 'hmac-sha256', c: 10 } })
    expect(await unlockWallet(text(pbkdf2), '')).toEqual(TEST_KEY)
    expect((await causeOf(good, '')).code).toBe('incorrectPassword')
  })

  it('KEY-18 takes a password of 1 MB, right or wrong', async () => {
    const password = 'x'.repeat(2 ** 20)
    expect(await unlockWallet(text(writeTestWallet({ password })), password)).toEqual(TEST_KEY)
    expect((await causeOf(good, password)).code).toBe('incorrectPassword')
  })

  it('KEY-18 takes a lone surrogate for what every encoder makes of it', async () => {
    const file = writeTestWallet({ password: Buffer.from('a\uFFFDb') })
    expect(await unlockWallet(text(file), 'a\uD800b')).toEqual(TEST_KEY)
    expect((await causeOf(good, '\uDFFF')).code).toBe('incorrectPassword')
  })
})

describe('what opens', () => {
  it.each(readCollectedWallets().map((wallet) => [wallet.name, wallet] as const))('%s', async (_, wallet) => {
    const password = Buffer.from(wallet.password.slice(2), 'hex').toString('utf8')
    const key = await unlockWallet(wallet.content, password)
    expect(addressOfPrivateKey(key)).toBe(wallet.address.toLowerCase())
  })

  it.each(Object.entries(readKeystoreTests()))(
    'the key store test %s',
    async (_, { json, password, priv }) => {
      expect(bytesToHex(await unlockWallet(text(json), password))).toBe(priv)
    },
  )

  it.each([
    { prf: 'hmac-sha256', c: 1 },
    { prf: 'hmac-sha512', c: 1000 },
    { n: 2, r: 1, p: 1 },
    { n: 1024, r: 4, p: 2 },
    { n: 16, r: 64, p: 64 },
    { n: 4, r: 3, p: 5 },
  ])('a file written with Node alone: %j', async (kdf) => {
    expect(await unlockWallet(text(writeTestWallet({ kdf })), TEST_PASSWORD)).toEqual(TEST_KEY)
  })

  it('a file that ethers wrote, and a description that was read before', async () => {
    const { address } = new Wallet(`0x${bytesToHex(TEST_KEY)}`)
    const account = { address, privateKey: `0x${bytesToHex(TEST_KEY)}` }
    const file = encryptKeystoreJsonSync(account, TEST_PASSWORD, { scrypt: { N: 1024, r: 8, p: 1 } })
    expect(await unlockWallet(readWalletFile(file), TEST_PASSWORD)).toEqual(TEST_KEY)
  })

  it('a presale file whose seed is not hex, as long as the address agrees', async () => {
    const seed = Uint8Array.from({ length: 70 }, (_, index) => 200 + (index % 50))
    const key = await unlockWallet(text(writeTestPresale({ seed })), TEST_PASSWORD)
    expect(`0x${bytesToHex(key)}`).toBe(keccak256(seed))
  })
})

describe('on other platforms', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('derives in JavaScript where WebAssembly is refused, with progress', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    const fractions: number[] = []
    const file = writeTestWallet({ kdf: { n: 2 ** 13, r: 8, p: 1 } })
    const onProgress = ({ fraction }: UnlockProgress) => void fractions.push(fraction)
    expect(await unlockWallet(text(file), TEST_PASSWORD, { onProgress })).toEqual(TEST_KEY)
    expect(fractions.length).toBeGreaterThan(10)
    expect(fractions).toEqual(fractions.toSorted((left, right) => left - right))
    expect(fractions.at(-1)).toBe(1)
  })

  it('stops deriving in JavaScript when it is aborted', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    const cancel = new AbortController()
    const file = {
      ...good,
      crypto: { ...good.crypto, kdfparams: { ...good.crypto.kdfparams, n: 2 ** 18, r: 8 } },
    }
    const reason = new Error('cancelled')
    const fractions: number[] = []
    const onProgress = ({ fraction }: UnlockProgress) => {
      fractions.push(fraction)
      cancel.abort(reason)
    }
    await expect(unlockWallet(text(file), TEST_PASSWORD, { signal: cancel.signal, onProgress })).rejects.toBe(
      reason,
    )
    // A slow machine takes long for the first hundredth.
    expect(fractions.at(-1)).toBeLessThan(0.2)
  })

  it('derives pbkdf2 in JavaScript where there is no WebCrypto, as on a page without https', async () => {
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) })
    for (const prf of ['hmac-sha256', 'hmac-sha512']) {
      const file = writeTestWallet({ kdf: { prf, c: 50 } })
      expect(await unlockWallet(text(file), TEST_PASSWORD)).toEqual(TEST_KEY)
    }
  })

  it('derives nothing once it is aborted', async () => {
    await expect(unlockWallet(text(good), TEST_PASSWORD, { signal: AbortSignal.abort() })).rejects.toThrow(
      'aborted',
    )
  })

  it('tells beforehand how long the fast engine will take', async () => {
    const steps: UnlockProgress[] = []
    const file = writeTestWallet({ kdf: { n: 2 ** 15, r: 8, p: 1 } })
    await unlockWallet(text(file), TEST_PASSWORD, { onProgress: (step) => void steps.push(step) })
    expect(steps).toHaveLength(2)
    expect(steps[0]?.fraction).toBe(0)
    expect(steps[0]?.next?.fraction).toBe(1)
    expect(steps[0]?.next?.milliseconds).toBeGreaterThan(5)
    expect(steps[1]).toEqual({ fraction: 1 })
  })
})

describe('an address in mixed case', () => {
  // The first example of EIP-55, and one letter of it in the other case.
  const EIP_55 = '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const MISTYPED = '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'

  it.each([MISTYPED, `0x${MISTYPED}`])('KEY: %s, whose checksum is wrong, opens nothing', async (address) => {
    const onProgress = vi.fn<() => void>()
    for (const file of [
      { ...writeTestWallet(), address },
      { ...writeTestPresale(), ethaddr: address },
    ])
      await expect(unlockWallet(text(file), TEST_PASSWORD, { onProgress })).rejects.toMatchObject({
        code: 'unlockFailed',
        cause: { code: 'addressChecksum', message: 'wrong address checksum' },
      })
    expect(onProgress).not.toHaveBeenCalled()
  })

  it.each([EIP_55, `0x${EIP_55}`, EIP_55.toLowerCase(), EIP_55.toUpperCase()])(
    'passes its checksum as %s, or carries none',
    (address) => {
      const wallet = readWalletFile(text({ ...writeTestWallet(), address }))
      expect(wallet.address).toBe(`0x${EIP_55.toLowerCase()}`)
      expect(() => requireChecksum(wallet)).not.toThrow()
    },
  )
})
