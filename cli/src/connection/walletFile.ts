import { linkSync, lstatSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readWalletFile, unlockWallet, walletLimits } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { readPassword } from './password.ts'

type UnlockOptions = {
  readonly wallet: string
  readonly passwordFile: string | undefined
  readonly isStrict: boolean
}

/** The private key of a wallet file, for the caller to wipe. A file that cannot be opened is refused before the password prompt. */
export async function unlock(
  context: Pick<Context, 'environment' | 'terminal' | 'signal'>,
  { wallet, passwordFile, isStrict }: UnlockOptions,
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
        terminal.status.show(`Unlocking the wallet … ${Math.round(fraction * 100)}%`),
    })
  } finally {
    terminal.status.clear()
  }
}

/** One byte more than a wallet file may have: enough for the reader to see that it is too large. */
const mostBytes = walletLimits.fileBytes + 1

/** The bytes of a wallet file. */
export async function readWalletSource(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, 'r')
    try {
      const buffer = new Uint8Array(mostBytes)
      let length = 0
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, mostBytes - length)
        length += bytesRead
        if (bytesRead === 0 || length === mostBytes) return buffer.subarray(0, length)
      }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}

/** Writes a new file with a secret: readable by its owner only, complete or absent, never over another file. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Unlike a rename, a link fails if the name is taken.
    linkSync(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? CliError.of('fileExists', file) : CliError.of('fileUnwritable', file, code)
  } finally {
    rmSync(temporary, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Refuses early, before the password prompt; `writeNewFile` refuses again. */
export function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw CliError.of('fileExists', file)
}
