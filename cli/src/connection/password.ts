import { readFileSync, statSync } from 'node:fs'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'

type PasswordSource = {
  /** The value of `--password-file`. */
  readonly file: string | undefined
  /** The environment variable that may hold it. */
  readonly variable: string
  readonly prompt: string
  /** A new password is typed twice. */
  readonly isNew?: boolean
  /** Refuses a file that others can read; otherwise warns. For wallets that sign. */
  readonly isStrict?: boolean
}

/** Reads the password from the file, the environment or the keyboard, in this order. */
export async function readPassword(
  context: Pick<Context, 'environment' | 'terminal' | 'signal'>,
  source: PasswordSource,
): Promise<string> {
  const { environment, terminal, signal } = context
  if (source.file !== undefined) return readPasswordFile(context, source.file, source.isStrict === true)
  const fromEnvironment = environment[source.variable]
  if (fromEnvironment !== undefined) return fromEnvironment
  if (!terminal.canAsk) throw CliError.of('passwordMissing', source.variable)
  const password = await terminal.askSecret(`${source.prompt}: `, signal)
  if (source.isNew && (await terminal.askSecret('Repeat it: ', signal)) !== password)
    throw CliError.of('passwordsDiffer')
  return password
}

/** The file's text, without the line end that editors add. */
function readPasswordFile({ terminal }: Pick<Context, 'terminal'>, file: string, isStrict: boolean): string {
  let bytes: Buffer
  try {
    const { mode } = statSync(file)
    // A pipe is private to its reader; Windows has no such modes.
    if (process.platform !== 'win32' && (mode & 0o044) !== 0) {
      if (isStrict) throw CliError.of('passwordFileOpen', file)
      terminal.note(`${file} is readable by other users of this machine. Restrict it: chmod 600 ${file}`)
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
