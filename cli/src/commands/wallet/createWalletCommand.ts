import { createMnemonic, createMnemonicWalletFile, generateWalletFile } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { flag, required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { passwordOptions } from '../../connection/connectionOptions.ts'
import { readPassword } from '../../connection/readPassword.ts'
import { writeNewFile } from '../../connection/writeNewFile.ts'
import { refuseExisting } from './refuseExisting.ts'

export const createWalletCommand = command({
  path: 'wallet create',
  summary: 'a new key in a new encrypted wallet file',
  about:
    'The key is random; the file is of version 3 (scrypt with n 131072, r 8, p 1), for its owner alone, and never takes ' +
    'the place of another file. With --words the key comes from twelve words, which the file keeps as well, encrypted; ' +
    'they are shown once, on the terminal, to be written down.',
  words: { file: required(text('FILE', 'the wallet file that is written')) },
  options: { words: flag('twelve words that bring the key back'), ...passwordOptions },
  examples: [
    'wallet create alpenbank.json',
    'wallet create robot.json --password-file robot-password --json',
  ],
  async run(context) {
    const { words, options, terminal, signal } = context
    refuseExisting(words.file)
    if (options.words && !terminal.canAsk) throw CliError.of('wordsNotShown')
    const prompt = `Password for ${words.file}`
    const file = options.passwordFile
    const password = await readPassword(context, { file, variable: 'CONNEX_PASSWORD', prompt, isNew: true })
    terminal.status.show('Encrypting …')
    const mnemonic = options.words ? createMnemonic() : undefined
    const wallet = await (mnemonic === undefined
      ? generateWalletFile(password, { signal })
      : createMnemonicWalletFile(mnemonic, password, { signal }))
    await writeNewFile(words.file, wallet.file)
    if (mnemonic !== undefined)
      terminal.note(`Write these words down, and show them to nobody:\n\n  ${mnemonic}\n`)
    return { address: wallet.address, file: words.file }
  },
  show: ({ address, file }) => `${file} holds the key of ${address}.`,
})
