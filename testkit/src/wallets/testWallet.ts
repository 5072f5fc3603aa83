// A writer of wallet files that shares no code with the reader: Node's cryptography, and ethers' keccak. It writes
// what a file should not hold as readily as what it should.
import { createCipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { computeAddress, getBytes, hexlify, keccak256 } from 'ethers'

export const TEST_KEY = new Uint8Array(32).fill(0x11)
export const TEST_PASSWORD = 'correct horse'

type TestWallet = {
  privateKey?: Uint8Array
  password?: string | Uint8Array
  kdf?: { n: number; r: number; p: number } | { prf: string; c: number }
  address?: string | undefined
}

/** A cheap version 3 file as an object: scrypt with n 2 by default. */
export function writeTestWallet(wallet: TestWallet = {}) {
  const { privateKey = TEST_KEY, password = TEST_PASSWORD, kdf = { n: 2, r: 1, p: 1 } } = wallet
  const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
  const derived =
    'prf' in kdf
      ? pbkdf2Sync(password, salt, kdf.c, 32, kdf.prf.replace('hmac-', ''))
      : scryptSync(password, salt, 32, { N: kdf.n, r: kdf.r, p: kdf.p, maxmem: 2 ** 30 })
  const iv = Buffer.from('0f0e0d0c0b0a09080706050403020100', 'hex')
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(privateKey), cipher.final()])
  return {
    version: 3,
    id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
    address:
      'address' in wallet ? wallet.address : computeAddress(hexlify(privateKey)).slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'prf' in kdf ? 'pbkdf2' : 'scrypt',
      kdfparams: { dklen: 32, salt: salt.toString('hex'), ...kdf },
      mac: keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2),
    },
  }
}

type TestPresale = { password?: string | Uint8Array; seed?: string | Uint8Array }

/** A presale file as pyethsaletool wrote it: the seed is hex text, and the key is its hash. */
export function writeTestPresale({ password = TEST_PASSWORD, seed = 'ab'.repeat(40) }: TestPresale = {}) {
  const key = pbkdf2Sync(password, password, 2000, 16, 'sha256')
  const iv = Buffer.alloc(16, 7)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  const plain = typeof seed === 'string' ? Buffer.from(seed) : seed
  return {
    encseed: Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString('hex'),
    ethaddr: computeAddress(keccak256(getBytes(plain)))
      .slice(2)
      .toLowerCase(),
    email: 'someone@example.org',
    btcaddr: '13pey9DLvYxeftGaGF1xgTfPYNmhu1fbm3',
  }
}
