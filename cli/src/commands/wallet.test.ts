import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runConnex } from '../../../testkit/src/cli/users.ts'

const directory = mkdtempSync(join(tmpdir(), 'connex-wallets-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a malformed or too costly file is refused in JSON with exit code 1, before the password prompt', async () => {
  const files: [text: string, code: string, message: string][] = [
    ['no json', 'invalidWallet', 'invalid JSON wallet'],
    ['{"crypto":{}}', 'noVersion', 'No Version found'],
    ['{"version":3,"crypto":{"cipher":"aes-256-cbc"}}', 'unsupportedCipher', 'unsupported cipher'],
    [`{"version":3,"x":"${'a'.repeat(70_000)}"}`, 'tooLarge', 'invalid JSON wallet'],
  ]
  const file = join(directory, 'bad.json')
  for (const [text, code, message] of files) {
    writeFileSync(file, text)
    const ran = await runConnex(['wallet', 'address', file, '--json'])
    expect(ran.code).toBe(1)
    expect(JSON.parse(ran.stdout)).toEqual({ error: { code, message } })
  }
  const kdfparams = { dklen: 32, n: 2 ** 24, r: 8, p: 1, salt: 'ab'.repeat(32) }
  const crypto = { cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams, cipherparams: { iv: '00'.repeat(16) } }
  writeFileSync(file, JSON.stringify({ version: 3, crypto }))
  const inspected = await runConnex(['wallet', 'inspect', file, '--json'])
  expect(JSON.parse(inspected.stdout)).toMatchObject({ isTooCostly: true })
}, 240_000)

test('wallet files are created, inspected, re-encrypted and opened, and never overwritten', async () => {
  const file = join(directory, 'new.json')
  const other = join(directory, 'other.json')
  const password = { CONNEX_PASSWORD: 'first', CONNEX_NEW_PASSWORD: 'second' }
  const run = async (...argv: string[]): Promise<unknown> =>
    JSON.parse((await runConnex([...argv, '--json'], password)).stdout)
  const { address } = (await run('wallet', 'create', file)) as { address: string }
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run('wallet', 'create', file)).toMatchObject({ error: { code: 'fileExists' } })
  expect(await run('wallet', 'inspect', file)).toMatchObject({
    version: 3,
    address,
    kdf: { name: 'scrypt', n: 131072, r: 8, p: 1 },
    isTooCostly: false,
  })
  await run('wallet', 'change-password', file, '--out', other)
  expect(await run('wallet', 'address', file)).toEqual({ address })
  expect(await run('wallet', 'address', other)).toEqual({
    error: { code: 'incorrectPassword', message: 'incorrect password' },
  })
  const opened = await runConnex(['wallet', 'address', other, '--json'], { CONNEX_PASSWORD: 'second' })
  expect(JSON.parse(opened.stdout)).toEqual({ address })
}, 240_000)
