import { HDNodeWallet, Mnemonic } from 'ethers'
import { describe, expect, it } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { aesCtr } from './encryption.ts'
import { createMnemonic, deriveAccount, mnemonicToSeed } from './mnemonic.ts'
import { accountPath, parseDerivationPath } from './derivationPath.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'

describe('deriveAccount', () => {
  it.each([0, 15, 65, 128])('refuses a seed of %i bytes', (length) => {
    expect(() => deriveAccount(new Uint8Array(length))).toThrow('a seed must be 16 to 64 bytes long')
  })

  it.each([16, 32, 64])('takes a seed of %i bytes, and finds what ethers finds', (length) => {
    const seed = Uint8Array.from({ length }, (_, index) => index + 1)
    const theirs = HDNodeWallet.fromSeed(seed).derivePath("m/44'/60'/0'/0/0")
    const ours = deriveAccount(seed)
    expect(ours.path).toBe("m/44'/60'/0'/0/0")
    expect(`0x${bytesToHex(ours.privateKey)}`).toBe(theirs.privateKey)
    expect(ours.address).toBe(theirs.address.toLowerCase())
  })

  it('refuses the index 2147483648 and derives 2147483647: hardening is written apart', () => {
    const seed = new Uint8Array(32).fill(3)
    for (const index of [2147483648, -1, 1.5, Number.NaN])
      expect(() => accountPath(index)).toThrow('invalid derivation path')
    expect(() => deriveAccount(seed, 'm/2147483648')).toThrow('invalid derivation path')
    expect(() => deriveAccount(seed, "m/2147483648'")).toThrow('invalid derivation path')
    const last = HDNodeWallet.fromSeed(seed).derivePath("m/44'/60'/0'/0/2147483647")
    expect(deriveAccount(seed, accountPath(2147483647)).address).toBe(last.address.toLowerCase())
    const hardened = HDNodeWallet.fromSeed(seed).derivePath("m/2147483647'")
    expect(deriveAccount(seed, "m/2147483647'").address).toBe(hardened.address.toLowerCase())
  })

  it.each(['', 'M', 'm/', 'm//0', '44/60', 'm/0h', 'm/-1', 'm/ 1', "m/0''", `m${'/0'.repeat(17)}`])(
    'refuses the path %j',
    (path) => {
      expect(() => parseDerivationPath(path)).toThrow('invalid derivation path')
    },
  )
})

describe('mnemonics', () => {
  it.each([
    MNEMONIC.replace('junk', 'test'),
    MNEMONIC.replace('junk', 'jnuk'),
    'test',
    '',
    'test '.repeat(13),
  ])('refuses %j', async (mnemonic) => {
    await expect(mnemonicToSeed(mnemonic)).rejects.toMatchObject({ code: 'invalidMnemonic' })
  })

  it("finds the account that every development ledger knows, at the standard path's first index", async () => {
    const { address } = deriveAccount(
      await mnemonicToSeed(`  ${MNEMONIC.toUpperCase().replaceAll(' ', '\n ')} `),
    )
    expect(address).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
  })

  it('stretches words and passphrase as ethers does', async () => {
    const mnemonic = createMnemonic(24)
    expect(mnemonic.split(' ')).toHaveLength(24)
    const theirs = Mnemonic.fromPhrase(mnemonic, 'pässword').computeSeed()
    expect(`0x${bytesToHex(await mnemonicToSeed(mnemonic, 'pässword'))}`).toBe(theirs)
  })
})

describe('aesCtr', () => {
  it.each([0, 15, 17, 31, 33])('refuses a key of %i bytes', (length) => {
    expect(() => aesCtr(new Uint8Array(length), new Uint8Array(16), new Uint8Array(32))).toThrow(/key/)
  })

  it.each([16, 24, 32])('takes a key of %i bytes and undoes itself', (length) => {
    const [key, iv, data] = [
      new Uint8Array(length).fill(1),
      new Uint8Array(16).fill(2),
      new Uint8Array(32).fill(3),
    ]
    expect(aesCtr(key, iv, aesCtr(key, iv, data))).toEqual(data)
  })
})
