import { readFileSync, statSync } from 'node:fs'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'

type Asked = {
  /** Of `--password-file`. */
  readonly file: string | undefined
  /** The variable of the environment that may hold it. */
  readonly variable: string
  readonly prompt: string
  /** A new password is typed twice. */
  readonly isNew?: boolean
  /** A file that others can read too: with a wallet that signs it is refused, otherwise there is a warning. */
  readonly isStrict?: boolean
}

/** From the file, the environment or the keyboard, in this order. */
export async function readPassword(
  context: Pick<Context, 'environment' | 'terminal' | 'signal'>,
  asked: Asked,
): Promise<string> {
  const { environment, terminal, signal } = context
  if (asked.file !== undefined) return readPasswordFile(context, asked.file, asked.isStrict === true)
  const given = environment[asked.variable]
  if (given !== undefined) return given
  if (!terminal.canAsk) throw CliError.of('passwordMissing', asked.variable)
  const password = await terminal.askSecret(`${asked.prompt}: `, signal)
  if (asked.isNew && (await terminal.askSecret('The same again: ', signal)) !== password)
    throw CliError.of('passwordsDiffer')
  return password
}

/** The file's text without the line end that editors add. */
function readPasswordFile({ terminal }: Pick<Context, 'terminal'>, file: string, isStrict: boolean): string {
  let bytes: Buffer
  try {
    const { mode } = statSync(file)
    // A pipe is its reader's own; Windows has no such modes.
    if (process.platform !== 'win32' && (mode & 0o044) !== 0) {
      if (isStrict) throw CliError.of('passwordFileOpen', file)
      terminal.note(`${file} can be read by other users of this machine: chmod 600 ${file}`)
    }
    bytes = readFileSync(file)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch {
    throw CliError.of('passwordNotText', file)
  }
}
