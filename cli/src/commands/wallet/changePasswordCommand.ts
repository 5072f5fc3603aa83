import { changePassword, readWalletFile } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { passwordOptions } from '../../connection/connectionOptions.ts'
import { readPassword } from '../../connection/readPassword.ts'
import { readWalletSource } from '../../connection/readWalletSource.ts'
import { writeNewFile } from '../../connection/writeNewFile.ts'
import { refuseExisting } from './refuseExisting.ts'

export const changePasswordCommand = command({
  path: 'wallet change-password',
  summary: 'the same key under another password, in a new wallet file',
  about:
    'The old file stays as it is and still opens with the old password: delete it once the new one has proved itself. ' +
    'The new one is of version 3 (scrypt with n 131072, r 8, p 1) with a new salt.',
  words: { file: required(text('FILE', 'the wallet file')) },
  options: {
    out: required(text('NEW', 'the wallet file that is written')),
    newPasswordFile: text(
      'FILE',
      'the new password is in this file (or CONNEX_NEW_PASSWORD; else it is asked for)',
    ),
    ...passwordOptions,
  },
  examples: [
    'wallet change-password alpenbank.json --out alpenbank-2027.json',
    'wallet change-password old.json --out new.json --password-file old --new-password-file new --json',
  ],
  async run(context) {
    const { words, options, terminal, signal } = context
    refuseExisting(options.out)
    const source = readWalletFile(await readWalletSource(words.file))
    const password = await readPassword(context, {
      file: options.passwordFile,
      variable: 'CONNEX_PASSWORD',
      prompt: `Password of ${words.file}`,
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
