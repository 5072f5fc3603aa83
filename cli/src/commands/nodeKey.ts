import { randomBytes } from 'node:crypto'
import { ConfigError, readKeyFile } from '@connex/node/configValues'
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
    'The node account signs what the server sends to the servers of other tenants, and can do nothing else. NODE_KEY_FILE names ' +
    'this file. It has the private key in hex, is readable by its owner only, and is never overwritten.',
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

const nextSteps = (address: string): string => `connex admin grant ${address} --as node`

/** The key as the server reads it, for the caller to wipe. */
function readKey(file: string): Uint8Array {
  try {
    return Buffer.from(readKeyFile(file).slice(2), 'hex')
  } catch (error) {
    throw error instanceof ConfigError ? CliError.of('keyFileRefused', file, error.message) : error
  }
}
