import { CliError } from './CliError.ts'

const commands: Readonly<
  Record<string, () => Promise<{ run: (words: string[]) => Promise<void>; help: string }>>
> = {
  sandbox: async () => {
    const { sandboxCommand, sandboxHelp } = await import('./sandbox/sandboxCommand.ts')
    return { run: sandboxCommand, help: sandboxHelp }
  },
}

const help = `connex: Collateral ConneX on the command line

  connex sandbox    the whole system on this machine, for trying it out and for tests

connex COMMAND --help says more, with examples.
`

async function main([name, ...words]: string[]): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24) throw CliError.of('wrongNode', process.versions.node)
  if (name === undefined || name === '--help' || name === 'help') return say(help)
  const command = commands[name]
  if (!command) throw CliError.of('usage', `There is no command '${name}'. See connex --help.`)
  const { run, help: commandHelp } = await command()
  if (words.includes('--help')) return say(commandHelp)
  return run(words)
}

function say(text: string): void {
  process.stdout.write(text)
}

/** What a person can do something about, in one sentence; anything else is a mistake of ours, with its trace. */
function sentenceOf(error: unknown): string {
  if (error instanceof CliError) return error.message
  const { code, path = '.', stack } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' ? CliError.of('diskFull', path).message : String(stack)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}
