import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOfPrivateKey } from '@connex/sdk'
import { afterAll, expect, test } from 'vitest'
import { runConnex } from '../../../testkit/src/cli/users.ts'

const directory = mkdtempSync(join(tmpdir(), 'connex-node-key-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const inDirectory = (name: string): string => join(directory, name)

const refusal = async (...argv: string[]): Promise<unknown> => {
  const { code, stdout } = await runConnex(['node', 'key', ...argv, '--json'])
  return { code, ...(JSON.parse(stdout) as { error: object }).error }
}

test('a key file that is missing, open to others, not a key or out of range is refused', async () => {
  const file = inDirectory('bad.key')
  const code = 'keyFileRefused'
  const refused = (reason: RegExp) => ({ code, message: expect.stringMatching(reason) as string })
  expect(await refusal(inDirectory('none.key'))).toMatchObject(refused(/cannot be read/))
  writeFileSync(file, 'ab'.repeat(32), { mode: 0o640 })
  chmodSync(file, 0o640)
  expect(await refusal(file)).toMatchObject(refused(/chmod 600/))
  chmodSync(file, 0o600)
  writeFileSync(file, 'ab'.repeat(31))
  expect(await refusal(file)).toMatchObject(refused(/32 bytes of hex/))
  writeFileSync(file, '00'.repeat(32))
  expect(await refusal(file)).toMatchObject({ code: 'invalidPrivateKey' })
})

test('a key is created for its owner alone, never overwritten, and read with or without 0x', async () => {
  const file = inDirectory('node.key')
  const created = await runConnex(['node', 'key', file, '--create'])
  const text = readFileSync(file, 'utf8')
  const address = addressOfPrivateKey(Buffer.from(text.trim(), 'hex'))
  expect(created).toMatchObject({ code: 0, stderr: '' })
  expect(created.stdout).toBe(
    `Node account  ${address}\nFile          ${file}\n\n` +
      'Next: set NODE_KEY_FILE to the file. Then an administrator of each tenant on that server runs:\n\n' +
      `  connex admin grant ${address} --as node\n`,
  )
  expect(created.stdout).not.toContain(text.trim())
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await refusal(file, '--create')).toMatchObject({ code: 'fileExists' })
  expect(readFileSync(file, 'utf8')).toBe(text)
  const json = await runConnex(['node', 'key', file, '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ address, file })
  writeFileSync(file, `0x${text.trim().toUpperCase()}`)
  expect(JSON.parse((await runConnex(['node', 'key', file, '--json'])).stdout)).toMatchObject({ address })
})
