import { parseArgs } from 'node:util'
import { CliError } from '../CliError.ts'
import type { Command } from './Command.ts'
import { flag, type Options } from './Option.ts'
import { suggest } from './suggest.ts'

/** What every command takes. */
export const commonOptions = {
  json: flag('print the result as JSON, for programs'),
  help: flag('say what the command does, with examples'),
}

export type ReadWords = {
  readonly options: Readonly<Record<string, unknown>>
  readonly words: Readonly<Record<string, unknown>>
}

/** `optionName('dryRun')` → '--dry-run' */
export const optionName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** @throws CliError `usage`, with a sentence about the first word that is wrong */
export function readWords(command: Command, given: readonly string[]): ReadWords {
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parse(command, options, given)
  const names = Object.keys(command.words)
  const rest = Object.values(command.words).at(-1)?.kind === 'list'
  const stray = rest ? undefined : positionals[names.length]
  if (stray !== undefined) throw usage(command, `There is no place for '${stray}' here`)
  return {
    options: Object.fromEntries(
      Object.entries(options).map(([key, option]) => {
        const name = optionName(key)
        const texts = values[name.slice(2)] ?? []
        return [key, option.read((Array.isArray(texts) ? texts : [texts]).map(String), name)]
      }),
    ),
    words: Object.fromEntries(
      Object.entries(command.words).map(([key, word], index) => {
        const texts = word.kind === 'list' ? positionals.slice(index) : positionals.slice(index, index + 1)
        return [key, word.read(texts, word.placeholder)]
      }),
    ),
  }
}

function parse(command: Command, options: Options, given: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { kind }]) => [
      optionName(key).slice(2),
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  try {
    return parseArgs({ args: [...given], options: config, allowPositionals: true })
  } catch (error) {
    throw usage(command, sentenceOf(error as Error & { code?: string }, Object.keys(config)))
  }
}

function sentenceOf({ message, code }: Error & { code?: string }, names: readonly string[]): string {
  const [first = message] = message.split(/[.\n]/)
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return first
  const unknown = /'-{1,2}([^'=]+)/.exec(message)?.[1] ?? ''
  if (unknown === 'password')
    return 'A password is never given on the command line, where others could read it: leave it out and be asked, or use --password-file or CONNEX_PASSWORD'
  const near = suggest(unknown, names)
  return `There is no option --${unknown}${near === undefined ? '' : `; did you mean --${near}?`}`
}

function usage({ path }: Command, sentence: string): CliError {
  const end = /[.?]$/.test(sentence) ? '' : '.'
  return CliError.of('usage', `${sentence}${end} See connex ${path} --help.`)
}
