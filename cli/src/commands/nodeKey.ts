import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { addressOfPrivateKey } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { flag, required, text } from '../command/Option.ts'
import { writeNewFile } from '../connection/walletFile.ts'
import { fieldList } from '../terminal/table.ts'

export const nodeKeyCommand = command({
  path: 'node key',
  summary: "create or read a server's node account key, and print its address",
  about:
    'The node account signs what the server sends to the servers of other tenants, and can do nothing else. The file is ' +
    'what NODE_KEY_FILE names: the private key in hex, readable by its owner only. It is never overwritten.',
  positionals: { file: required(text('FILE', 'the key file')) },
  options: { create: flag('create the file with a new key') },
  examples: ['node key /etc/connex/node.key --create', 'node key /etc/connex/node.key --json'],
  async run({ positionals, options }) {
    const { file } = positionals
    if (options.create) {
      const key = randomBytes(32)
      const address = addressOfPrivateKey(key)
      await writeNewFile(file, `${key.toString('hex')}\n`)
      key.fill(0)
      return { address, file, next: nextSteps(address) }
    }
    const key = readKey(file)
    const address = addressOfPrivateKey(key)
    key.fill(0)
    return { address, file, next: nextSteps(address) }
  },
  show: ({ address, file, next }) =>
    [
      fieldList([
        ['Node account', address],
        ['File', file],
      ]),
      `Next: set NODE_KEY_FILE to the file. Then an administrator of each tenant on that server runs:\n\n  ${next}`,
    ].join('\n\n'),
})

const nextSteps = (address: string): string => `connex admin grant ${address} --privilege user.NODE_ACCOUNT`

/** The key as the server reads it, for the caller to wipe. A file that others can read is refused, as by the server. */
function readKey(file: string): Uint8Array {
  let key: string
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw CliError.of('keyFileOpen', file)
    key = readFileSync(file, 'utf8').trim().replace(/^0x/, '')
  } catch (error) {
    if (error instanceof CliError) throw error
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
  if (!/^[0-9a-f]{64}$/i.test(key)) throw CliError.of('keyFileInvalid', file)
  return Buffer.from(key, 'hex')
}
