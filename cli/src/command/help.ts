import { wrap } from '../terminal/text.ts'
import type { Command } from './Command.ts'
import type { Options } from './Option.ts'
import { commonOptions, optionName } from './commandLine.ts'
import { exitCodes } from './failure.ts'

/** `connex wallet address --help` */
export function helpOf(command: Command): string {
  const { path, summary, about, positionals, options, examples } = command
  const sections = [`connex ${path}: ${summary}`, `Usage\n  ${usageOf(command)}`]
  if (about !== undefined) sections.push(wrap(about))
  if (Object.keys(positionals).length > 0)
    sections.push(`Words\n${rows(Object.values(positionals).map((word) => [word.placeholder, word.help]))}`)
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
function usageOf({ path, positionals }: Command): string {
  const places = Object.values(positionals).map(({ placeholder, isRequired, kind }) => {
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

/** docs/cli.md: what `--help` says of each command, in one document. */
export function manualOf(commands: readonly Command[]): string {
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `- ${code}: ${meaning}`)
  const parts = commands.map(
    (command) => `## connex ${command.path}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\``,
  )
  return [
    '# The command line',
    'Written from the table of commands (`cli/src/commands/commands.ts`); a test compares the two.',
    'In the repository it is `npx connex`, or `node cli/src/main.ts`.',
    introduction,
    '## Exit codes',
    codes.join('\n'),
    ...parts,
  ]
    .join('\n\n')
    .concat('\n')
}

const introduction = `## Rules for all commands

- Results go to the output, everything else to the error stream. With \`--json\` the output holds one JSON document and
  nothing else: the result, or \`{"error":{"code","message"}}\` with an exit code other than 0. Quantities in it are
  decimal text in the instrument's smallest unit.
- A password is never a word of the command line. It is read from \`--password-file\`, from \`CONNEX_PASSWORD\`, or asked
  for without being shown. A password file that other users can read is refused by every command that speaks with a
  server, and warned of by \`connex wallet\`.
- What changes the ledger is tried first, told in sentences, and signed after a yes. \`--dry-run\` stops before that,
  \`--yes\` does not ask. Without a terminal one of the two is needed.
- \`connex login\` remembers the server, its ledger and the name of the wallet file, in \`login.json\` under
  \`CONNEX_STATE\` (by default \`~/.local/state/connex\`): no key, no password, no token. \`CONNEX_SERVER\` and
  \`CONNEX_WALLET\` do the same without a file.
- What is signed is written to \`signed/\` in the same folder, and is on the disk, before it is published. A command that
  is killed in between loses and doubles nothing: the next one that signs with this wallet goes on with it, and so does
  \`connex resume\`. Commands that sign with one wallet at the same time take turns.`
