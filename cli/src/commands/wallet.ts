import {
  addressOfPrivateKey,
  changePassword,
  createMnemonic,
  createMnemonicWalletFile,
  generateWalletFile,
  readWalletFile,
  WalletError,
} from '@connex/sdk'
import type { WalletFile } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { flag, required, text } from '../command/Option.ts'
import { passwordOptions } from '../connection/connectionOptions.ts'
import { readPassword } from '../connection/password.ts'
import { readWalletSource, refuseExisting, unlock, writeNewFile } from '../connection/walletFile.ts'
import { fieldList } from '../terminal/table.ts'

export const createWalletCommand = command({
  path: 'wallet create',
  summary: 'create a wallet file with a new key',
  about:
    'The key is random. The file has version 3 (scrypt with n 131072, r 8, p 1), is readable by its owner only, and never ' +
    'overwrites another file. With --words the key comes from twelve recovery words, which the file stores encrypted; ' +
    'they are shown once, on the terminal, to write down.',
  positionals: { file: required(text('FILE', 'the new wallet file')) },
  options: { words: flag('create the key from twelve recovery words'), ...passwordOptions },
  examples: [
    'wallet create alpenbank.json',
    'wallet create robot.json --password-file robot-password --json',
  ],
  async run(context) {
    const { positionals, options, terminal, signal } = context
    refuseExisting(positionals.file)
    if (options.words && !terminal.canAsk) throw CliError.of('wordsNotShown')
    const prompt = `Password for ${positionals.file}`
    const file = options.passwordFile
    const password = await readPassword(context, { file, variable: 'CONNEX_PASSWORD', prompt, isNew: true })
    terminal.status.show('Encrypting …')
    const mnemonic = options.words ? createMnemonic() : undefined
    const wallet = await (mnemonic === undefined
      ? generateWalletFile(password, { signal })
      : createMnemonicWalletFile(mnemonic, password, { signal }))
    await writeNewFile(positionals.file, wallet.file)
    if (mnemonic !== undefined)
      terminal.note(`Write these words down, and keep them secret:\n\n  ${mnemonic}\n`)
    return { address: wallet.address, file: positionals.file }
  },
  show: ({ address, file }) => `${file} holds the key of ${address}.`,
})

export const inspectWalletCommand = command({
  path: 'wallet inspect',
  summary: 'show the properties of a wallet file, without its password',
  about:
    'Version, address, key derivation and the cost of opening it. A file over the allowed cost is reported as too ' +
    'costly.',
  positionals: { file: required(text('FILE', 'the wallet file')) },
  examples: ['wallet inspect alpenbank.json', 'wallet inspect alpenbank.json --json'],
  run: async ({ positionals }) => inspect(await readWalletSource(positionals.file)),
  show: (inspected) =>
    inspected.isTooCostly
      ? fieldList([['Too costly', `yes: ${inspected.reason}`]])
      : fieldList([
          ['Version', VERSIONS[inspected.format]],
          ['Address', inspected.address ?? 'no address in file'],
          ['Key derivation', kdfText(inspected.kdf)],
          ['Memory', `${Math.ceil(inspected.memoryBytes / 2 ** 20)} MiB`],
          ['Work', `${inspected.work} ${WORK_UNITS[inspected.kdf.name]}`],
          ['Recovery words', inspected.hasWords ? 'in the file, encrypted' : 'not in the file'],
          ['Too costly', 'no'],
          ...inspected.warnings.map((warning): [string, string] => ['Warning', warning]),
        ]),
})

const VERSIONS: Record<WalletFile['kind'], string> = { v3: '3', presale: 'legacy format (2014 presale)' }

type Inspected = ReturnType<typeof describe> | { isTooCostly: true; reason: string }

function inspect(source: Uint8Array): Inspected {
  try {
    return describe(readWalletFile(source))
  } catch (error) {
    if (!(error instanceof WalletError) || error.code !== 'tooCostly') throw error
    return { isTooCostly: true, reason: error.detail ?? error.message }
  }
}

const describe = (wallet: WalletFile) => ({
  isTooCostly: false as const,
  format: wallet.kind,
  version: wallet.version ?? null,
  address: wallet.address ?? null,
  kdf: wallet.kdf,
  memoryBytes: wallet.cost.memoryBytes,
  work: wallet.cost.work,
  hasWords: wallet.mnemonic !== undefined,
  warnings: wallet.warnings.map(({ message }) => message),
})

const kdfText = (kdf: WalletFile['kdf']): string =>
  kdf.name === 'scrypt' ? `scrypt with n ${kdf.n}, r ${kdf.r}, p ${kdf.p}` : `${kdf.name} with ${kdf.prf}`

const WORK_UNITS: Record<WalletFile['kdf']['name'], string> = { scrypt: '(n·r·p)', pbkdf2: 'rounds' }

export const changePasswordCommand = command({
  path: 'wallet change-password',
  summary: 'write a new wallet file with the same key and another password',
  about:
    'The old file still opens with the old password: delete it once you have opened the new one. The new file has ' +
    'version 3 (scrypt with n 131072, r 8, p 1) and a new salt.',
  positionals: { file: required(text('FILE', 'the wallet file')) },
  options: {
    out: required(text('NEW', 'the new wallet file')),
    newPasswordFile: text(
      'FILE',
      'read the new password from this file (or CONNEX_NEW_PASSWORD, or a prompt)',
    ),
    ...passwordOptions,
  },
  examples: [
    'wallet change-password alpenbank.json --out alpenbank-2027.json',
    'wallet change-password old.json --out new.json --password-file old --new-password-file new --json',
  ],
  async run(context) {
    const { positionals, options, terminal, signal } = context
    refuseExisting(options.out)
    const source = readWalletFile(await readWalletSource(positionals.file))
    const password = await readPassword(context, {
      file: options.passwordFile,
      variable: 'CONNEX_PASSWORD',
      prompt: `Password of ${positionals.file}`,
    })
    const newPassword = await readPassword(context, {
      file: options.newPasswordFile,
      variable: 'CONNEX_NEW_PASSWORD',
      prompt: `New password for ${options.out}`,
      isNew: true,
    })
    terminal.status.show('Decrypting and encrypting …')
    const changed = await changePassword(source, password, newPassword, { signal })
    await writeNewFile(options.out, changed)
    return { address: readWalletFile(changed).address, file: options.out }
  },
  show: ({ address, file }) =>
    `${file} holds the key of ${address ?? 'the same wallet'} under the new password.`,
})

export const walletAddressCommand = command({
  path: 'wallet address',
  summary: 'unlock a wallet file and print its address',
  about:
    'A wrong password, a damaged file and an address that does not match the key are refused, each with its reason.',
  positionals: { file: required(text('FILE', 'the wallet file')) },
  options: passwordOptions,
  examples: [
    'wallet address alpenbank.json',
    'wallet address alpenbank.json --password-file password --json',
  ],
  async run(context) {
    const { passwordFile } = context.options
    const key = await unlock(context, { wallet: context.positionals.file, passwordFile, isStrict: false })
    const address = addressOfPrivateKey(key)
    key.fill(0)
    return { address }
  },
  show: ({ address }) => address,
})
