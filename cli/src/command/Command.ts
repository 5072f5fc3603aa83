// A command declares itself: from its declaration come the reading of the command line, the help, the completion of
// shells and docs/cli.md. A new one is one file under commands/ and one line in commands/commands.ts.
import type { Terminal } from '../terminal/Terminal.ts'
import type { Options, Values } from './Option.ts'

export type Context<Given extends Options = {}, Positionals extends Options = {}> = {
  /** By their names in camel case: `--dry-run` is `options.dryRun`. */
  readonly options: Values<Given>
  readonly positionals: Values<Positionals>
  readonly terminal: Terminal
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export type Definition<Answer, Given extends Options, Positionals extends Options> = {
  /** `transfer fop` */
  readonly path: string
  /** What it does, in one line without a full stop. */
  readonly summary: string
  /** What one has to know beyond that, in sentences. */
  readonly about?: string
  readonly positionals?: Positionals
  readonly options?: Given
  /** Without the leading `connex`. */
  readonly examples: readonly string[]
  /** It handles Ctrl-C itself: what runs until it is stopped. */
  readonly ownsSignals?: boolean
  /** What it answers is printed: with --json as it is, for people by `show`. Undefined prints nothing. */
  readonly run: (context: Context<Given, Positionals>) => Promise<Answer>
  readonly show?: (answer: Exclude<Answer, undefined>) => string
}

/** A command whose types are settled: what the table holds. */
export type Command = {
  readonly path: string
  readonly summary: string
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
export function command<Answer, Given extends Options = {}, Positionals extends Options = {}>(
  definition: Definition<Answer, Given, Positionals>,
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
      // The values were read by these very options.
      const answer = await definition.run(context as unknown as Context<Given, Positionals>)
      if (answer === undefined) return
      const shown = answer as Exclude<Answer, undefined>
      if (context.terminal.isJson || definition.show === undefined) context.terminal.printJson(shown)
      else context.terminal.print(definition.show(shown))
    },
  }
}
