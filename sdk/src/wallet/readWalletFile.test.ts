import { describe, expect, it } from 'vitest'
import { writeTestPresale, writeTestWallet } from '../../../testkit/src/wallets/testWallet.ts'
import { readWalletFile } from './readWalletFile.ts'
import { WalletError } from './WalletError.ts'

type Json = Record<string, unknown>

/** The error that a file is refused with, within the time that a refusal may take. */
function refusalOf(source: unknown): WalletError {
  const text = typeof source === 'string' || source instanceof Uint8Array ? source : JSON.stringify(source)
  const startedAt = performance.now()
  const error = thrownBy(() => readWalletFile(text))
  expect(performance.now() - startedAt).toBeLessThan(250)
  expect(error).toBeInstanceOf(WalletError)
  return error as WalletError
}

function thrownBy(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}

const good = writeTestWallet()
const withCrypto = (changes: Json): Json => ({ ...good, crypto: { ...good.crypto, ...changes } })
const withKdf = (changes: Json): Json => withCrypto({ kdfparams: { ...good.crypto.kdfparams, ...changes } })
const pbkdf2 = writeTestWallet({ kdf: { prf: 'hmac-sha256', c: 1000 } })
const withPbkdf2 = (changes: Json): Json => ({
  ...pbkdf2,
  crypto: { ...pbkdf2.crypto, kdfparams: { ...pbkdf2.crypto.kdfparams, ...changes } },
})
const without = (object: Json, key: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))

describe('what a file may not ask for', () => {
  it('KEY-01 refuses scrypt with n 2^30', () => {
    expect(refusalOf(withKdf({ n: 2 ** 30 }))).toMatchObject({
      code: 'tooCostly',
      message: 'invalid JSON wallet',
    })
  })

  it.each([2 ** 32, 3 * 2 ** 32, 2 ** 53, 1e300, 3, 1, 0, -2, 2.5, '131072', null, [1024], true])(
    'KEY-02 refuses n %j, which is not an allowed power of two',
    (n) => {
      expect(refusalOf(withKdf({ n })).message).toBe('invalid JSON wallet')
    },
  )

  it('KEY-02 refuses a number that JSON reads as infinite', () => {
    expect(refusalOf(JSON.stringify(good).replace('"n":2', '"n":1e999')).code).toBe('invalidWallet')
  })

  it.each([2 ** 20, 65, 0, -1, 1.5, '8'])('KEY-03 refuses r %j', (r) => {
    expect(refusalOf(withKdf({ r })).message).toBe('invalid JSON wallet')
  })

  it.each([
    { n: 2 ** 17, r: 8, p: 1000 },
    { n: 2 ** 17, r: 8, p: 0 },
    { n: 2 ** 17, r: 8, p: -1 },
    { n: 2 ** 17, r: 8, p: 16 },
    { n: 2 ** 20, r: 8, p: 1 },
    { n: 2 ** 16, r: 64, p: 4 },
  ])('KEY-04 refuses a product of n, r and p that is too large: %j', (cost) => {
    expect(refusalOf(withKdf(cost)).message).toBe('invalid JSON wallet')
  })

  it.each([1e8, 2 ** 31 - 1, 1e12, 10_000_001, 0, -1, 1.5, '1000', null])(
    'KEY-05 refuses pbkdf2 with c %j',
    (c) => {
      expect(refusalOf(withPbkdf2({ c })).message).toBe('invalid JSON wallet')
    },
  )

  it.each([16, 31, 33, 64, 2 ** 31, undefined, '32', 0, -32, [32]])('KEY-06 refuses dklen %j', (dklen) => {
    expect(refusalOf(withKdf({ dklen })).code).toBe('invalidWallet')
    expect(refusalOf(withPbkdf2({ dklen })).code).toBe('invalidWallet')
  })

  it.each([
    '',
    '00',
    '0'.repeat(15),
    '0'.repeat(17),
    'zz'.repeat(16),
    '00'.repeat(65),
    7,
    null,
    undefined,
    ['00'],
  ])('KEY-07 refuses salt %j', (salt) => {
    expect(refusalOf(withKdf({ salt })).code).toBe('invalidWallet')
  })

  it('KEY-07 refuses a salt of 10 MB by the size of the file', () => {
    expect(refusalOf(withKdf({ salt: '00'.repeat(10 * 2 ** 20) })).code).toBe('tooLarge')
  })

  it.each(['md5', 'sha1', 'hmac-sha1', 'hmac-sha384', 'HMAC-SHA256', 'sha256', '', undefined, null, 256])(
    'KEY-13 refuses prf %j',
    (prf) => {
      expect(refusalOf(withPbkdf2({ prf })).code).toBe('invalidWallet')
    },
  )

  it.each(['argon2id', 'bcrypt', 'SCRYPT', '', undefined, null, ['scrypt']])(
    'refuses the key derivation %j',
    (kdf) => {
      expect(refusalOf(withCrypto({ kdf })).code).toBe('invalidWallet')
    },
  )
})

describe('what a file may not be', () => {
  it.each([
    ['a file of 20 MB', ' '.repeat(20 * 2 ** 20) + JSON.stringify(good), 'tooLarge'],
    ['a file one byte too large', JSON.stringify(good).padEnd(64 * 1024 + 1), 'tooLarge'],
    [
      'a text that is too large in UTF-8 only',
      JSON.stringify({ ...good, name: 'é'.repeat(40_000) }),
      'tooLarge',
    ],
    ['10^6 keys', `{${Array.from({ length: 1e6 }, (_, key) => `"k${key}":0`).join()}}`, 'tooLarge'],
    ['201 keys', `{${Array.from({ length: 201 }, (_, key) => `"k${key}":0`).join()}}`, 'invalidWallet'],
    ['10^5 levels', '['.repeat(1e5) + ']'.repeat(1e5), 'tooLarge'],
    ['17 levels', '{"a":'.repeat(17) + '1' + '}'.repeat(17), 'invalidWallet'],
    ['32,000 open brackets', '['.repeat(32_000), 'invalidWallet'],
    ['32,000 open quotes', '"'.repeat(32_000), 'invalidWallet'],
    ['a text of 64 KB that does not end', `{"a":"${'\\"'.repeat(32_000)}`, 'invalidWallet'],
  ])('KEY-08 refuses %s', (_, text, code) => {
    expect(refusalOf(text).code).toBe(code)
  })

  it('KEY-08 refuses 20 MB of bytes without decoding them', () => {
    const bytes = new Uint8Array(20 * 2 ** 20)
    const before = process.memoryUsage().rss
    expect(refusalOf(bytes).code).toBe('tooLarge')
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
  })

  it('reads a file that is as large as a file may be', () => {
    expect(readWalletFile(JSON.stringify({ ...good, name: 'x' }).padEnd(64 * 1024)).kind).toBe('v3')
    const stuffed = JSON.stringify({ ...good, name: '' })
    expect(readWalletFile(stuffed.replace('"name":""', `"name":"${'x'.repeat(64_000)}"`)).kind).toBe('v3')
  })

  it.each([
    undefined,
    '',
    'ab'.repeat(31),
    'ab'.repeat(33),
    'ab'.repeat(8),
    'zz'.repeat(32),
    ['ab'.repeat(32)],
    7,
  ])('KEY-09 refuses mac %j', (mac) => {
    expect(refusalOf(withCrypto({ mac })).code).toBe('invalidWallet')
  })

  it.each([undefined, '', 'ab'.repeat(15), 'ab'.repeat(17), 'zz'.repeat(16), 7])('refuses iv %j', (iv) => {
    expect(refusalOf(withCrypto({ cipherparams: { iv } })).code).toBe('invalidWallet')
  })

  it.each([undefined, '', 'ab'.repeat(31), 'ab'.repeat(33), 'ab'.repeat(64), ['ab']])(
    'KEY-15 refuses ciphertext %j, which is not a key of 32 bytes',
    (ciphertext) => {
      expect(refusalOf(withCrypto({ ciphertext })).code).toBe('invalidWallet')
    },
  )

  it.each(['', '0x', '0x12', 'ab'.repeat(21), 'zz'.repeat(20), 7, [], {}])(
    'refuses address %j',
    (address) => {
      expect(refusalOf({ ...good, address }).code).toBe('invalidWallet')
    },
  )

  it('KEY-12 refuses a file with both crypto and Crypto', () => {
    expect(refusalOf({ ...good, Crypto: good.crypto }).code).toBe('invalidWallet')
    expect(refusalOf({ ...good, VERSION: 3 }).code).toBe('invalidWallet')
  })

  it('KEY-12 refuses a key that appears twice in one object, however it is spelled', () => {
    const text = JSON.stringify(good)
    expect(refusalOf(`${text.slice(0, -1)},"version":3}`).code).toBe('invalidWallet')
    expect(refusalOf(`${text.slice(0, -1)},"vers\\u0069on":3}`).code).toBe('invalidWallet')
  })

  it.each([
    ['two byte order marks', `\uFEFF\uFEFF${JSON.stringify(good)}`],
    ['a byte order mark inside', JSON.stringify(good).replace('{', '{\uFEFF')],
    ['a NUL behind', `${JSON.stringify(good)}\0`],
    ['a NUL inside', JSON.stringify(good).replace('scrypt', 'scr\0ypt')],
    ['a trailing brace', `${JSON.stringify(good)}}`],
    ['two files in one', JSON.stringify(good).repeat(2)],
    ['HTML', '<!doctype html><html><body>404</body></html>'],
    ['nothing', ''],
    ['white space', ' \n'],
    ['a comment', `// wallet\n${JSON.stringify(good)}`],
    ['half a file', JSON.stringify(good).slice(0, 200)],
    ['an array', JSON.stringify([good])],
    ['a number', '3'],
    ['a text', '"wallet"'],
    ['null', 'null'],
  ])('KEY-17 refuses %s', (_, text) => {
    expect(refusalOf(text)).toMatchObject({ code: 'invalidWallet', message: 'invalid JSON wallet' })
    expect(refusalOf(new TextEncoder().encode(text)).code).toBe('invalidWallet')
  })

  it('KEY-17 reads a file that begins with the UTF-8 byte order mark, as Windows editors write it', () => {
    const text = `\uFEFF${JSON.stringify(good)}`
    expect(readWalletFile(text)).toEqual(readWalletFile(JSON.stringify(good)))
    expect(readWalletFile(new TextEncoder().encode(text)).address).toBe(`0x${good.address}`)
  })

  it('KEY-17 refuses UTF-16, with and without its mark, and bytes that are not UTF-8', () => {
    const utf16 = Buffer.from(JSON.stringify(good), 'utf16le')
    expect(refusalOf(new Uint8Array(utf16)).code).toBe('invalidWallet')
    expect(refusalOf(new Uint8Array(Buffer.concat([Buffer.of(0xff, 0xfe), utf16]))).code).toBe(
      'invalidWallet',
    )
    expect(refusalOf(Uint8Array.of(0x7b, 0x80, 0x7d)).code).toBe('invalidWallet')
  })

  it('KEY-20 takes __proto__ and constructor for names like others, and nothing is polluted', () => {
    const text = JSON.stringify(good)
    const polluting = `${text.slice(0, -1)},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`
    expect(readWalletFile(polluting).kind).toBe('v3')
    expect('polluted' in {}).toBe(false)
    expect(refusalOf(`{"__proto__":${text}}`).code).toBe('noVersion')
    expect(refusalOf(`{"version":3,"__proto__":{"crypto":${JSON.stringify(good.crypto)}}}`).code).toBe(
      'invalidWallet',
    )
    expect(refusalOf(text.replace('"n":2', '"__proto__":{"n":2}')).code).toBe('invalidWallet')
  })
})

describe('in which order a file is looked at', () => {
  it('KEY-14 says that there is no version', () => {
    expect(refusalOf(without(good, 'version'))).toMatchObject({
      code: 'noVersion',
      message: 'No Version found',
    })
    expect(refusalOf({}).message).toBe('No Version found')
  })

  it.each([1, 2, 4, 3.5, '3', '3abc', [3], true, { 3: 3 }])('KEY-14 refuses version %j', (version) => {
    expect(refusalOf({ ...good, version }).message).toBe('invalid JSON wallet')
  })

  it.each([
    ['3', "The version is the text '3', and not the number 3."],
    [4, 'The version is 4, and not 3.'],
    [[3], 'The version is not the number 3.'],
  ])('KEY-14 says what is wrong with version %j', (version, detail) => {
    expect(refusalOf({ ...good, version })).toMatchObject({ code: 'invalidWallet', detail })
  })

  it('looks for the legacy form before it looks for a version', () => {
    expect(readWalletFile(JSON.stringify({ ...good, ...writeTestPresale() })).kind).toBe('presale')
  })

  it('looks for the version before the cipher, and for the cipher before the key derivation', () => {
    expect(refusalOf({ crypto: { cipher: 'des' } }).code).toBe('noVersion')
    expect(refusalOf(withCrypto({ cipher: 'aes-128-cbc', kdf: 'md5' })).code).toBe('unsupportedCipher')
  })

  it.each(['aes-128-cbc', 'aes-256-ctr', 'AES-128-CTR', '', undefined, null, 128])(
    'refuses the cipher %j',
    (cipher) => {
      expect(refusalOf(withCrypto({ cipher })).message).toBe('unsupported cipher')
    },
  )

  it.each([undefined, null, 'scrypt', [], 3])('refuses crypto %j', (crypto) => {
    expect(refusalOf({ ...good, crypto }).message).toBe('invalid JSON wallet')
  })
})

describe('what is read', () => {
  it('describes a version 3 file, frozen', () => {
    const wallet = readWalletFile(JSON.stringify(good))
    expect(wallet).toMatchObject({
      kind: 'v3',
      version: 3,
      address: `0x${good.address}`,
      kdf: { name: 'scrypt', n: 2, r: 1, p: 1, dklen: 32 },
      cost: { memoryBytes: 256, work: 2 },
      warnings: [],
      mnemonic: undefined,
    })
    for (const part of [wallet, wallet.kdf, wallet.cost, wallet.warnings])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('reads bytes as it reads text', () => {
    const text = JSON.stringify(good)
    expect(readWalletFile(new TextEncoder().encode(text))).toEqual(readWalletFile(text))
  })

  it('takes names in any case, as other writers have them', () => {
    const { crypto, ...rest } = good
    const shouting = JSON.stringify({ ...rest, Crypto: crypto }).replaceAll(
      /"(kdf|mac|iv|salt|dklen|n|address)":/g,
      (name) => name.toUpperCase(),
    )
    expect(readWalletFile(shouting)).toEqual(readWalletFile(JSON.stringify(good)))
  })

  it.each([`0x${good.address}`, good.address?.toUpperCase(), `0X${good.address?.toUpperCase()}`])(
    'reads address %s',
    (address) => {
      expect(readWalletFile(JSON.stringify({ ...good, address })).address).toBe(`0x${good.address}`)
    },
  )

  it('reads a file that names no address', () => {
    expect(readWalletFile(JSON.stringify(without(good, 'address'))).address).toBeUndefined()
    expect(readWalletFile(JSON.stringify({ ...good, address: null })).address).toBeUndefined()
  })

  it('describes a presale file', () => {
    const presale = writeTestPresale()
    expect(readWalletFile(JSON.stringify(presale))).toMatchObject({
      kind: 'presale',
      version: undefined,
      address: `0x${presale.ethaddr}`,
      kdf: { name: 'pbkdf2', prf: 'hmac-sha256', c: 2000 },
    })
  })

  it.each([
    ['of no whole blocks', { encseed: 'ab'.repeat(47) }],
    ['of an iv alone', { encseed: 'ab'.repeat(16) }],
    ['that is not hex', { encseed: 'zz'.repeat(48) }],
    ['that is not text', { encseed: 48 }],
    ['that is empty', { encseed: '' }],
    ['without an address', { ethaddr: undefined }],
    ['with half an address', { ethaddr: '0x1234' }],
  ])('KEY-16 refuses a presale file %s', (_, changes) => {
    expect(refusalOf({ ...writeTestPresale(), ...changes }).code).toBe('invalidWallet')
  })

  it('KEY-16 refuses a presale file of 10 MB', () => {
    expect(refusalOf({ ...writeTestPresale(), encseed: 'ab'.repeat(10 * 2 ** 20) }).code).toBe('tooLarge')
    expect(refusalOf({ ...writeTestPresale(), encseed: 'ab'.repeat(2048) }).code).toBe('invalidWallet')
  })

  it('warns of much memory and of few rounds', () => {
    const warnings = (json: Json) =>
      readWalletFile(JSON.stringify(json)).warnings.map((warning) => warning.code)
    expect(warnings(withKdf({ n: 2 ** 18, r: 8 }))).toEqual([])
    expect(warnings(withKdf({ n: 2 ** 19, r: 8 }))).toEqual(['largeMemory'])
    expect(warnings(withPbkdf2({ c: 100_000 }))).toEqual([])
    expect(warnings(withPbkdf2({ c: 99_999 }))).toEqual(['fewRounds'])
  })

  it.each([
    { n: 262144, r: 1, p: 8 },
    { n: 262144, r: 8, p: 1 },
    { n: 524288, r: 8, p: 1 },
    { n: 4096, r: 8, p: 6 },
  ])('allows what real wallets ask for: %j', (cost) => {
    expect(readWalletFile(JSON.stringify(withKdf(cost))).cost.work).toBe(cost.n * cost.r * cost.p)
  })
})
