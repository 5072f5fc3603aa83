import { CliError } from '../CliError.ts'
import type { Command } from './Command.ts'
import { suggest } from './suggest.ts'

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
