import { addressOfPrivateKey } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { passwordOptions } from '../../connection/connectionOptions.ts'
import { unlock } from '../../connection/unlock.ts'

export const walletAddressCommand = command({
  path: 'wallet address',
  summary: 'unlock a wallet file and print the address of its key',
  about:
    'A file of another key than it says, a wrong password and a damaged file are refused, each with its reason.',
  words: { file: required(text('FILE', 'the wallet file')) },
  options: passwordOptions,
  examples: [
    'wallet address alpenbank.json',
    'wallet address alpenbank.json --password-file password --json',
  ],
  async run(context) {
    const { passwordFile } = context.options
    const key = await unlock(context, { wallet: context.words.file, passwordFile, isStrict: false })
    const address = addressOfPrivateKey(key)
    key.fill(0)
    return { address }
  },
  show: ({ address }) => address,
})
