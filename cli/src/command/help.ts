import { wrap } from '../terminal/text.ts'
import type { Command } from './Command.ts'
import type { Options } from './Option.ts'
import { commonOptions, optionName } from './commandLine.ts'
import { exitCodes } from './failure.ts'

/** `connex wallet address --help` */
export const helpOf = (command: Command): string =>
  `connex ${command.path}: ${command.summary}\n\n${detailsOf(command, { ...command.options, ...commonOptions })}\n`

/** Usage, description, arguments, the given options and examples. */
export function detailsOf(command: Command, options: Options): string {
  const { about, positionals, examples } = command
  const sections = [`Usage\n  ${usageOf(command)}`]
  if (about !== undefined) sections.push(wrap(about))
  if (Object.keys(positionals).length > 0)
    sections.push(
      `Arguments\n${rows(Object.values(positionals).map(({ placeholder, help }) => [placeholder, help]))}`,
    )
  for (const [heading, entries] of groupsOf(options)) sections.push(`${heading}\n${rows(entries)}`)
  sections.push(`Examples\n${examples.map((example) => `  connex ${example}`).join('\n')}`)
  return sections.join('\n\n')
}

/** `connex --help`, or `connex wallet` for one group. */
export function helpOfGroup(commands: readonly Command[], group: string): string {
  const inside = commands.filter(({ path }) => group === '' || path.startsWith(`${group} `))
  const title = group === '' ? 'connex: the command line of Collateral ConneX' : `connex ${group}`
  const lines = (commands: readonly Command[]) =>
    rows(commands.map(({ path, summary }) => [`connex ${path}`, summary]))
  if (group !== '')
    return `${title}\n\n${lines(inside)}\n\nconnex ${group} COMMAND --help: details and examples.\n`
  const codes = rows(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]))
  const sections = [...Map.groupBy(inside, ({ section = 'Commands' }) => section)]
    .map(([heading, listed]) => `${heading}\n${lines(listed)}`)
    .join('\n\n')
  return `${title}\n\n${sections}\n\nExit codes\n${codes}\n\nconnex COMMAND --help (or -h): details and examples. connex --version (or -V): the version.\n`
}

/** `connex wallet address FILE [options]` */
function usageOf({ path, positionals }: Command): string {
  const places = Object.values(positionals).map(({ placeholder, isRequired, kind }) => {
    const name = kind === 'list' ? `${placeholder} …` : placeholder
    return isRequired ? name : `[${name}]`
  })
  return ['connex', path, ...places, '[options]'].join(' ')
}

/** The options by heading, each as a name and its help. */
export function groupsOf(options: Options): [heading: string, entries: [string, string][]][] {
  const groups = new Map<string, [string, string][]>()
  for (const [key, { kind, placeholder, help, isRequired, group = 'Options' }] of Object.entries(options)) {
    const left = kind === 'flag' ? optionName(key) : `${optionName(key)} ${placeholder}`
    const entries = groups.get(group) ?? []
    entries.push([left, isRequired ? `${help} (required)` : help])
    groups.set(group, entries)
  }
  return [...groups]
}

export function rows(entries: readonly (readonly [string, string])[]): string {
  const width = Math.min(30, Math.max(...entries.map(([left]) => left.length)))
  return entries
    .map(([left, right]) =>
      left.length > width
        ? `  ${left}\n  ${' '.repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n')
}
