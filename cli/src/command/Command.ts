// A command declares itself. Argument parsing, help, shell completion and docs/cli.md follow from the declaration.
// A new command is an export in its group's module under commands/ and one line in commands/commands.ts.
import { CliError } from '../CliError.ts'
import type { Terminal } from '../terminal/Terminal.ts'
import type { Listing } from '../terminal/listing.ts'
import type { Options, Values } from './Option.ts'

export type Context<Declared extends Options = {}, Positionals extends Options = {}> = {
  /** By camel-case name: `--dry-run` is `options.dryRun`. */
  readonly options: Values<Declared>
  readonly positionals: Values<Positionals>
  readonly terminal: Terminal
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export type Definition<Answer, Declared extends Options, Positionals extends Options> = {
  /** `transfer fop` */
  readonly path: string
  /** One line, without a full stop. */
  readonly summary: string
  /** More about it, in sentences. */
  readonly about?: string
  readonly positionals?: Positionals
  readonly options?: Declared
  /** Without the leading `connex`. */
  readonly examples: readonly string[]
  /** Handles Ctrl-C itself: it runs until it is stopped. */
  readonly ownsSignals?: boolean
  /** The answer is printed: as JSON with --json, otherwise by `show`. Undefined prints nothing. */
  readonly run: (context: Context<Declared, Positionals>) => Promise<Answer>
  readonly show?: (answer: Exclude<Answer, undefined>) => string | Listing
}

/** A command as the table holds it, without its type parameters. */
export type Command = {
  readonly path: string
  readonly summary: string
  /** Its heading in the help of all commands. */
  readonly section?: string
  readonly about: string | undefined
  readonly positionals: Options
  readonly options: Options
  readonly examples: readonly string[]
  readonly ownsSignals: boolean
  readonly perform: (context: Context<Options, Options>) => Promise<void>
}

/**
 * @example
 * export const addressCommand = command({
 *   path: 'wallet address',
 *   summary: 'unlock a wallet file and print its address',
 *   positionals: { file: required(text('FILE', 'the wallet file')) },
 *   examples: ['wallet address alpenbank.json'],
 *   run: async ({ positionals }) => ({ address: await addressOf(positionals.file) }),
 *   show: ({ address }) => address,
 * })
 */
export function command<Answer, Declared extends Options = {}, Positionals extends Options = {}>(
  definition: Definition<Answer, Declared, Positionals>,
): Command {
  const { path, summary, about, positionals = {}, options = {}, examples, ownsSignals = false } = definition
  return {
    path,
    summary,
    about,
    positionals,
    options,
    examples,
    ownsSignals,
    async perform(context) {
      if (context.terminal.isJson && context.options['csv'] === true)
        throw CliError.of('usage', 'Pass --json or --csv, not both.')
      // `definition.options` and `definition.positionals` have parsed these values.
      const answer = await definition.run(context as unknown as Context<Declared, Positionals>)
      if (answer === undefined) return
      const shown = answer as Exclude<Answer, undefined>
      const { terminal, options } = context
      if (terminal.isJson || definition.show === undefined) return terminal.printJson(shown)
      print(terminal, definition.show(shown), options['csv'] === true)
    },
  }
}

/** As CSV, only the rows go to the output. */
function print({ print, note }: Terminal, shown: string | Listing, isCsv: boolean): void {
  if (typeof shown === 'string') return print(shown)
  if (!isCsv) return print(shown.text)
  print(shown.csv)
  note(shown.footer)
}
