import type { Command } from './Command.ts'
import { exitCodes } from './exitCodes.ts'
import { helpOf } from './helpOf.ts'

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
