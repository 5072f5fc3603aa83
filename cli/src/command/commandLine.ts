import { parseArgs } from 'node:util'
import { CliError } from '../CliError.ts'
import { suggest } from '../terminal/text.ts'
import type { Command } from './Command.ts'
import { flag } from './Option.ts'
import type { Options } from './Option.ts'

export type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  /** Only the first part of several commands: `connex wallet`. */
  | { readonly kind: 'group'; readonly path: string }

/** The command with the longest path at the start of the arguments. */
export function findCommand(commands: readonly Command[], args: readonly string[]): Found {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const names = end < 0 ? args : args.slice(0, end)
  for (let length = names.length; length > 0; length--) {
    const path = names.slice(0, length).join(' ')
    const found = commands.find((command) => command.path === path)
    if (found !== undefined) return { kind: 'command', command: found, rest: args.slice(length) }
  }
  const path = names.join(' ')
  if (path === '' || commands.some((command) => command.path.startsWith(`${path} `)))
    return { kind: 'group', path }
  throw CliError.of('usage', unknownCommandMessage(commands, names))
}

function unknownCommandMessage(commands: readonly Command[], names: readonly string[]): string {
  const paths = commands.map(({ path }) => path)
  const groups = [...new Set(paths.map((path) => path.split(' ')[0] ?? path))]
  const near = suggest(names.slice(0, 2).join(' '), paths) ?? suggest(names[0] ?? '', groups)
  const typed = names.join(' ')
  return near === undefined
    ? `There is no command '${typed}'. See connex --help.`
    : `There is no command '${typed}'. Did you mean 'connex ${near}'?`
}

/** The options of every command. */
export const commonOptions = {
  json: flag('print the result as JSON, for programs'),
  help: flag('show this help; also -h'),
}

export type Arguments = {
  readonly options: Readonly<Record<string, unknown>>
  readonly positionals: Readonly<Record<string, unknown>>
}

/** `optionName('dryRun')` → '--dry-run' */
export const optionName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** @throws CliError `usage`, about every argument that is missing or wrong */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parse(command, options, args)
  const names = Object.keys(command.positionals)
  const rest = Object.values(command.positionals).at(-1)?.kind === 'list'
  const stray = rest ? undefined : positionals[names.length]
  if (stray !== undefined) throw usage(command, `Unexpected argument '${stray}'`)
  const problems: CliError[] = []
  const places = Object.entries(command.positionals).map(([key, word], index) => {
    const texts = word.kind === 'list' ? positionals.slice(index) : positionals.slice(index, index + 1)
    return [key, attempt(problems, word, texts, word.placeholder)] as const
  })
  const read = Object.entries(options).map(([key, option]) => {
    const name = optionName(key)
    const texts = values[name.slice(2)] ?? []
    return [
      key,
      attempt(problems, option, (Array.isArray(texts) ? texts : [texts]).map(String), name),
    ] as const
  })
  const [first, ...others] = problems
  if (first !== undefined)
    throw others.length === 0
      ? first
      : CliError.of('usage', problems.map(({ message }) => message).join('\n'))
  return { options: Object.fromEntries(read), positionals: Object.fromEntries(places) }
}

/** Undefined after a usage error, which joins the problems. */
function attempt(
  problems: CliError[],
  option: Options[string],
  texts: readonly string[],
  name: string,
): unknown {
  try {
    return option.read(texts, name)
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'usage') throw error
    problems.push(error)
    return undefined
  }
}

function parse(command: Command, options: Options, args: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { kind }]) => [
      optionName(key).slice(2),
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options: config, allowPositionals: true })
  } catch (error) {
    throw usage(command, messageOf(error as Error & { code?: string }, Object.keys(config)))
  }
}

function messageOf({ message, code }: Error & { code?: string }, names: readonly string[]): string {
  const [first = message] = message.split(/[.\n]/)
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return first
  const unknown = /'-{1,2}([^'=]+)/.exec(message)?.[1] ?? ''
  if (unknown === 'password')
    return 'Passwords are not accepted on the command line, where others could read them: omit the option to be prompted, or use --password-file or CONNEX_PASSWORD'
  const near = suggest(unknown, names)
  return `There is no option --${unknown}${near === undefined ? '' : `; did you mean --${near}?`}`
}

function usage({ path }: Command, sentence: string): CliError {
  const end = /[.?]$/.test(sentence) ? '' : '.'
  return CliError.of('usage', `${sentence}${end} See connex ${path} --help.`)
}
