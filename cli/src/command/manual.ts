// docs/cli.md, written from the declared commands. A test compares the two, and parses the commands of the walk.
import type { Command } from './Command.ts'
import type { Options } from './Option.ts'
import { commonOptions } from './commandLine.ts'
import { exitCodes } from './failure.ts'
import { detailsOf, groupsOf, rows } from './help.ts'

/** Groups of options that many commands share; the manual lists them once. */
const SHARED_GROUPS = ['Connection', 'Signing']

export const manualOf = (commands: readonly Command[]): string =>
  [
    '# The command line',
    introduction,
    walk,
    rules,
    '## Exit codes',
    Object.values(exitCodes)
      .map(({ code, meaning }) => `- ${code}: ${meaning}`)
      .join('\n'),
    '## Shared options',
    'Every command takes `--json` and `--help`. Commands that call a server take the connection options; commands that ' +
      'change the ledger take the signing options too.',
    fenced(sharedOptions(commands)),
    '## Commands',
    ...commands.map(manualEntry),
  ]
    .join('\n\n')
    .concat('\n')

function manualEntry(command: Command): string {
  const { path, summary, options } = command
  const own = Object.entries(options).filter(([, { group = '' }]) => !SHARED_GROUPS.includes(group))
  const shared = SHARED_GROUPS.filter((name) => Object.values(options).some(({ group }) => group === name))
  const also = shared.length === 0 ? [] : [`Takes the ${shared.join(' and ').toLowerCase()} options.`]
  return [
    `### connex ${path}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    fenced(detailsOf(command, Object.fromEntries(own))),
    ...also,
  ].join('\n\n')
}

function sharedOptions(commands: readonly Command[]): string {
  const options: Record<string, Options[string]> = { ...commonOptions }
  for (const command of commands)
    for (const [key, option] of Object.entries(command.options))
      if (SHARED_GROUPS.includes(option.group ?? '')) options[key] ??= option
  return groupsOf(options)
    .map(([heading, entries]) => `${heading}\n${rows(entries)}`)
    .join('\n\n')
}

const fenced = (text: string): string => `\`\`\`text\n${text}\n\`\`\``

const introduction = `\`connex\` runs the sandbox, investors' transfers, the desks of registrars, issuers and custodians, administration and
deployment. In the repository, run it as \`npx connex\`. \`connex COMMAND --help\` shows one command; \`connex completion bash\`
prints a completion script.`

const walk = `## From login to a settled transfer

Start the sandbox in one terminal, without its robot, and use another terminal for the rest:

\`\`\`sh
connex sandbox --custodian manual
export CONNEX_PASSWORD=collateral-connex
\`\`\`

Alpenbank logs in and delivers 1,000 bonds to Baltic Trust Bank. \`--dry-run\` shows the summary and signs nothing:

\`\`\`sh
connex login --server http://127.0.0.1:4000 --wallet .connex/wallets/alpenbank-a.keller.json
connex holdings --custodian 'Meridian Registrars' --where available:at-least:1,000
connex transfer fop --direction deliver --custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank' --instrument DE000A2LQ5M4 --account 4100118 --quantity 1,000 --description Rebalancing --dry-run
connex transfer fop --direction deliver --custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank' --instrument DE000A2LQ5M4 --account 4100118 --quantity 1,000 --description Rebalancing --yes
\`\`\`

The answer has the transfer's id and who is next: Baltic Trust Bank, on its own server.

\`\`\`sh
connex login --server http://127.0.0.1:4001 --wallet .connex/wallets/baltic-trust-bank-k.tamm.json
connex transfers --state pending
connex transfer confirm ID --receive-account 4100218 --yes
\`\`\`

The custodian confirms last, and all legs settle together:

\`\`\`sh
connex login --server http://127.0.0.1:4000 --wallet .connex/wallets/meridian-registrars-m.okafor.json
connex desk tasks
connex desk confirm ID --yes
\`\`\`

Either party now sees the transfer as done:

\`\`\`sh
connex transfers show ID --wallet .connex/wallets/alpenbank-a.keller.json
\`\`\``

const rules = `## Rules for all commands

- Results go to standard output, everything else to standard error. With \`--json\` the output is one JSON document: the
  result, or \`{"error":{"code","message"}}\` with an exit code other than 0. Quantities in it are decimal text in the
  instrument's smallest unit. Lists take \`--csv\` too: the rows of the page, for spreadsheets.
- Passwords are not accepted on the command line. They come from \`--password-file\`, \`CONNEX_PASSWORD\` or a hidden
  prompt. Commands that call a server refuse a password file that other users can read; \`connex wallet\` warns.
- A command that changes the ledger simulates first, shows a summary, and signs once you confirm. \`--dry-run\` stops before
  signing; \`--yes\` does not ask. Without a terminal, one of the two is required.
- \`connex login\` stores the server, its chain id and the path of the wallet file in \`login.json\` under \`CONNEX_STATE\` (by
  default \`~/.local/state/connex\`): no key, password or token. \`CONNEX_SERVER\` and \`CONNEX_WALLET\` do the same without
  a file.
- With \`--signer\` the key is in a [Web3Signer](keys.md#web3signer) instead of a wallet file, and no password is needed.
  \`CONNEX_SIGNER_HEADERS_FILE\`, \`CONNEX_SIGNER_CA_FILE\` and \`CONNEX_SIGNER_CLIENT_FILE\` specify files for the connection:
  its headers (such as a token), its certificate authority, and a client certificate with its key.
- A signed transaction is written to \`signed/\` in the same folder before it is published. If a command is killed,
  nothing is lost or executed twice: the next command that signs with this wallet resumes the transaction, and so does
  \`connex resume\`. Commands that sign with the same wallet take turns.`
