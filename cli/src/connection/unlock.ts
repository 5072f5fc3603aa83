import { readWalletFile, unlockWallet } from '@connex/sdk'
import type { Context } from '../command/Command.ts'
import { readPassword } from './readPassword.ts'
import { readWalletSource } from './readWalletSource.ts'

type Asked = {
  readonly wallet: string
  readonly passwordFile: string | undefined
  readonly isStrict: boolean
}

/** The private key of a wallet file, for the caller to wipe. A file that cannot open is refused before a password is asked for. */
export async function unlock(
  context: Pick<Context, 'environment' | 'terminal' | 'signal'>,
  { wallet, passwordFile, isStrict }: Asked,
): Promise<Uint8Array> {
  const { terminal, signal } = context
  const source = readWalletFile(await readWalletSource(wallet))
  for (const { message } of source.warnings) terminal.note(message)
  const prompt = `Password of ${wallet}`
  const password = await readPassword(context, {
    file: passwordFile,
    variable: 'CONNEX_PASSWORD',
    prompt,
    isStrict,
  })
  terminal.status.show('Unlocking the wallet …')
  try {
    return await unlockWallet(source, password, {
      signal,
      onProgress: ({ fraction }) =>
        terminal.status.show(`Unlocking the wallet … ${Math.round(fraction * 100)} %`),
    })
  } finally {
    terminal.status.clear()
  }
}
