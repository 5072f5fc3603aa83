import type { Command } from './Command.ts'
import { exitCodes } from './exitCodes.ts'
import type { Options } from './Option.ts'
import { commonOptions, optionName } from './readWords.ts'
import { wrap } from './wrap.ts'

/** `connex wallet address --help` */
export function helpOf(command: Command): string {
  const { path, summary, about, words, options, examples } = command
  const sections = [`connex ${path}: ${summary}`, `Usage\n  ${usageOf(command)}`]
  if (about !== undefined) sections.push(wrap(about))
  if (Object.keys(words).length > 0)
    sections.push(`Words\n${rows(Object.values(words).map((word) => [word.placeholder, word.help]))}`)
  for (const [heading, entries] of groupsOf({ ...options, ...commonOptions }))
    sections.push(`${heading}\n${rows(entries)}`)
  sections.push(`Examples\n${examples.map((example) => `  connex ${example}`).join('\n')}`)
  return `${sections.join('\n\n')}\n`
}

/** `connex --help`, or `connex wallet` for what begins with that word. */
export function helpOfGroup(commands: readonly Command[], group: string): string {
  const inside = commands.filter(({ path }) => group === '' || path.startsWith(`${group} `))
  const title = group === '' ? 'connex: Collateral ConneX on the command line' : `connex ${group}`
  const entries = rows(inside.map(({ path, summary }) => [`connex ${path}`, summary]))
  if (group !== '')
    return `${title}\n\n${entries}\n\nconnex ${group} COMMAND --help says more, with examples.\n`
  const codes = rows(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]))
  return `${title}\n\n${entries}\n\nExit codes\n${codes}\n\nconnex COMMAND --help says more, with examples.\n`
}

/** `connex wallet address FILE [options]` */
function usageOf({ path, words }: Command): string {
  const places = Object.values(words).map(({ placeholder, isRequired, kind }) => {
    const name = kind === 'list' ? `${placeholder} …` : placeholder
    return isRequired ? name : `[${name}]`
  })
  return ['connex', path, ...places, '[options]'].join(' ')
}

/** The options under their headings, as the left and right side of a list. */
function groupsOf(options: Options): [heading: string, entries: [string, string][]][] {
  const groups = new Map<string, [string, string][]>()
  for (const [key, { kind, placeholder, help, isRequired, group = 'Options' }] of Object.entries(options)) {
    const left = kind === 'flag' ? optionName(key) : `${optionName(key)} ${placeholder}`
    const entries = groups.get(group) ?? []
    entries.push([left, isRequired ? `${help} (required)` : help])
    groups.set(group, entries)
  }
  return [...groups]
}

function rows(entries: readonly (readonly [string, string])[]): string {
  const width = Math.min(30, Math.max(...entries.map(([left]) => left.length)))
  return entries
    .map(([left, right]) =>
      left.length > width
        ? `  ${left}\n  ${' '.repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n')
}
