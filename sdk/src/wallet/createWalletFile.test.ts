import { bytesToHex } from '@noble/hashes/utils.js'
import { HDNodeWallet, Wallet, decryptKeystoreJsonSync, encryptKeystoreJsonSync } from 'ethers'
import { describe, expect, it } from 'vitest'
import { TEST_KEY, TEST_PASSWORD, writeTestPresale } from '../../../testkit/src/wallets/testWallet.ts'
import { addressOfPrivateKey } from './privateKey.ts'
import { changePassword, createWalletFile, generateWalletFile } from './createWalletFile.ts'
import { createMnemonic, createMnemonicWalletFile, unlockMnemonic } from './mnemonic.ts'
import { readWalletFile } from './readWalletFile.ts'
import { unlockWallet } from './openWallet.ts'
import { WalletError } from './WalletError.ts'

const CHEAP = { n: 2, r: 1, p: 1 }
const MNEMONIC = 'test test test test test test test test test test test junk'

describe('createWalletFile', () => {
  it.each([{ n: 3 }, { n: 1 }, { n: 2 ** 21 }, { r: 0 }, { p: 1.5 }, { n: 2 ** 17, r: 64 }])(
    'refuses the cost %j',
    async (cost) => {
      await expect(createWalletFile(TEST_KEY, TEST_PASSWORD, cost)).rejects.toMatchObject({
        code: 'invalidCost',
      })
    },
  )

  it.each([
    new Uint8Array(32),
    new Uint8Array(32).fill(0xff),
    new Uint8Array(31).fill(1),
    new Uint8Array(33).fill(1),
  ])('KEY-15 refuses a key that is none', async (key) => {
    await expect(createWalletFile(key, TEST_PASSWORD, CHEAP)).rejects.toMatchObject({
      code: 'invalidPrivateKey',
    })
  })

  it.each(['', '\uD800'])('KEY-18 refuses the new password %j', async (password) => {
    await expect(createWalletFile(TEST_KEY, password, CHEAP)).rejects.toMatchObject({
      code: 'invalidPassword',
    })
  })

  it('writes scrypt with n 2^17, r 8, p 1 and dklen 32, which ethers opens too', async () => {
    const file = await createWalletFile(TEST_KEY, TEST_PASSWORD)
    const written = JSON.parse(file) as { crypto: { kdfparams: unknown } }
    expect(written.crypto.kdfparams).toMatchObject({ n: 131072, r: 8, p: 1, dklen: 32 })
    expect(readWalletFile(file).address).toBe(addressOfPrivateKey(TEST_KEY))
    expect(decryptKeystoreJsonSync(file, TEST_PASSWORD).privateKey).toBe(`0x${bytesToHex(TEST_KEY)}`)
    expect(await unlockWallet(file, TEST_PASSWORD)).toEqual(TEST_KEY)
  })

  it('writes every time another salt, iv and id', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => createWalletFile(TEST_KEY, TEST_PASSWORD, CHEAP)),
    )
    const secrets = (file = '{}'): string[] => file.match(/"(?:id|iv|salt|mac|ciphertext)":"[^"]+"/g) ?? []
    expect(secrets(first)).toHaveLength(5)
    expect(secrets(first).filter((part) => secrets(second).includes(part))).toEqual([])
    expect(JSON.parse(first ?? '')).toHaveProperty(
      'id',
      expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/),
    )
  })

  it('opens with every way in which a password can be typed, in ethers as well', async () => {
    const file = await createWalletFile(TEST_KEY, 'Zürich', CHEAP)
    expect(await unlockWallet(file, 'Zu\u0308rich')).toEqual(TEST_KEY)
    expect(decryptKeystoreJsonSync(file, 'Zu\u0308rich').privateKey).toBe(`0x${bytesToHex(TEST_KEY)}`)
  })
})

describe('generateWalletFile', () => {
  it('makes a new key each time', async () => {
    const first = await generateWalletFile(TEST_PASSWORD, CHEAP)
    const second = await generateWalletFile(TEST_PASSWORD, CHEAP)
    expect(first.address).not.toBe(second.address)
    expect(addressOfPrivateKey(await unlockWallet(first.file, TEST_PASSWORD))).toBe(first.address)
  })
})

describe('changePassword', () => {
  it('refuses the wrong old password, and an empty new one', async () => {
    const file = await createWalletFile(TEST_KEY, 'old', CHEAP)
    await expect(changePassword(file, 'wrong', 'new', CHEAP)).rejects.toMatchObject({ code: 'unlockFailed' })
    await expect(changePassword(file, 'old', '', CHEAP)).rejects.toMatchObject({ code: 'invalidPassword' })
  })

  it('keeps the key', async () => {
    const file = await changePassword(await createWalletFile(TEST_KEY, 'old', CHEAP), 'old', 'new', CHEAP)
    expect(await unlockWallet(file, 'new')).toEqual(TEST_KEY)
    await expect(unlockWallet(file, 'old')).rejects.toThrow('Error unlocking wallet')
  })

  it('keeps the mnemonic and its path', async () => {
    const path = "m/44'/60'/0'/0/7"
    const { file } = await createMnemonicWalletFile(MNEMONIC, 'old', { ...CHEAP, path })
    expect(await unlockMnemonic(await changePassword(file, 'old', 'new', CHEAP), 'new')).toEqual({
      mnemonic: MNEMONIC,
      path,
    })
  })

  it('converts a presale file to version 3', async () => {
    const presale = writeTestPresale()
    const file = await changePassword(JSON.stringify(presale), TEST_PASSWORD, 'new', CHEAP)
    expect(readWalletFile(file)).toMatchObject({ kind: 'v3', address: `0x${presale.ethaddr}` })
    expect(addressOfPrivateKey(await unlockWallet(file, 'new'))).toBe(`0x${presale.ethaddr}`)
  })
})

describe('mnemonics in wallet files', () => {
  it('says so where a file holds none', async () => {
    const file = await createWalletFile(TEST_KEY, TEST_PASSWORD, CHEAP)
    await expect(unlockMnemonic(file, TEST_PASSWORD)).rejects.toMatchObject({ code: 'noMnemonic' })
  })

  it.each([
    ['mnemonicCounter', 'ab'],
    ['mnemonicCiphertext', 'zz'.repeat(16)],
    ['mnemonicCiphertext', 'ab'.repeat(18)],
    ['path', 'm/44/x'],
    ['path', 7],
    ['locale', 9],
  ])('refuses an extension with %s %j', async (name, value) => {
    const { file } = await createMnemonicWalletFile(MNEMONIC, TEST_PASSWORD, CHEAP)
    const json = JSON.parse(file) as { 'x-ethers': object }
    const changed = JSON.stringify({ ...json, 'x-ethers': { ...json['x-ethers'], [name]: value } })
    expect(() => readWalletFile(changed)).toThrow(WalletError)
  })

  it('refuses words that lead to another key than the file has', async () => {
    const { file } = await createMnemonicWalletFile(MNEMONIC, TEST_PASSWORD, CHEAP)
    const elsewhere = file.replace("m/44'/60'/0'/0/0", "m/44'/60'/0'/0/1")
    expect(addressOfPrivateKey(await unlockWallet(elsewhere, TEST_PASSWORD))).toBe(
      readWalletFile(file).address,
    )
    await expect(unlockMnemonic(elsewhere, TEST_PASSWORD)).rejects.toMatchObject({ code: 'invalidMnemonic' })
  })

  it.each([12, 24] as const)('writes %i words that ethers reads', async (count) => {
    const mnemonic = createMnemonic(count)
    const { address, file } = await createMnemonicWalletFile(mnemonic, TEST_PASSWORD, CHEAP)
    const theirs = Wallet.fromEncryptedJsonSync(file, TEST_PASSWORD)
    expect(theirs).toBeInstanceOf(HDNodeWallet)
    expect((theirs as HDNodeWallet).mnemonic?.phrase).toBe(mnemonic)
    expect(theirs.address.toLowerCase()).toBe(address)
  })

  it('reads the words that ethers writes', async () => {
    const theirs = HDNodeWallet.fromPhrase(MNEMONIC)
    const { address, privateKey, mnemonic, path } = theirs
    const account = {
      address,
      privateKey,
      mnemonic: { entropy: mnemonic?.entropy ?? '', path: path ?? '', locale: 'en' },
    }
    const file = encryptKeystoreJsonSync(account, TEST_PASSWORD, { scrypt: { N: 16, r: 8, p: 1 } })
    expect(await unlockMnemonic(file, TEST_PASSWORD)).toEqual({
      mnemonic: MNEMONIC,
      path: "m/44'/60'/0'/0/0",
    })
    expect(bytesToHex(await unlockWallet(file, TEST_PASSWORD))).toBe(privateKey.slice(2))
  })
})
