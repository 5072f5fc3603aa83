import { parseArgs } from 'node:util'
import { CliError } from '../CliError.ts'
import { suggest } from '../terminal/text.ts'
import type { Command } from './Command.ts'
import { flag } from './Option.ts'
import type { Options } from './Option.ts'

export type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  /** What is asked for is only the beginning of commands: `connex wallet`. */
  | { readonly kind: 'group'; readonly path: string }

/** The command with the longest path that the words begin with. */
export function findCommand(commands: readonly Command[], given: readonly string[]): Found {
  const end = given.findIndex((word) => word.startsWith('-'))
  const names = end < 0 ? given : given.slice(0, end)
  for (let length = names.length; length > 0; length--) {
    const path = names.slice(0, length).join(' ')
    const found = commands.find((command) => command.path === path)
    if (found !== undefined) return { kind: 'command', command: found, rest: given.slice(length) }
  }
  const path = names.join(' ')
  if (path === '' || commands.some((command) => command.path.startsWith(`${path} `)))
    return { kind: 'group', path }
  throw CliError.of('usage', unknownSentence(commands, names))
}

function unknownSentence(commands: readonly Command[], names: readonly string[]): string {
  const paths = commands.map(({ path }) => path)
  const groups = [...new Set(paths.map((path) => path.split(' ')[0] ?? path))]
  const near = suggest(names.slice(0, 2).join(' '), paths) ?? suggest(names[0] ?? '', groups)
  const typed = names.join(' ')
  return near === undefined
    ? `There is no command '${typed}'. See connex --help.`
    : `There is no command '${typed}'. Did you mean 'connex ${near}'?`
}

/** What every command takes. */
export const commonOptions = {
  json: flag('print the result as JSON, for programs'),
  help: flag('say what the command does, with examples'),
}

export type Arguments = {
  readonly options: Readonly<Record<string, unknown>>
  readonly positionals: Readonly<Record<string, unknown>>
}

/** `optionName('dryRun')` → '--dry-run' */
export const optionName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** @throws CliError `usage`, with a sentence about the first word that is wrong */
export function readArguments(command: Command, given: readonly string[]): Arguments {
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parse(command, options, given)
  const names = Object.keys(command.positionals)
  const rest = Object.values(command.positionals).at(-1)?.kind === 'list'
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
    positionals: Object.fromEntries(
      Object.entries(command.positionals).map(([key, word], index) => {
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
