import { CliError, type Fault } from '../CliError.ts'
import { createTerminal, type Streams, type Terminal } from '../terminal/Terminal.ts'
import { table } from '../terminal/table.ts'
import type { Command } from './Command.ts'
import { exitCodes, failureOf } from './failure.ts'
import { findCommand, readArguments } from './commandLine.ts'
import { helpOf, helpOfGroup } from './help.ts'

export type Program = {
  readonly commands: readonly Command[]
  readonly version: string
  readonly streams: Streams
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Runs a command, reports its failure, and resolves with the exit code. */
export async function runProgram(program: Program, args: readonly string[]): Promise<number> {
  const terminal = createTerminal(program.streams, args.includes('--json'))
  try {
    await dispatch(program, terminal, args)
    return exitCodes.done.code
  } catch (error) {
    return reportFailure(terminal, error)
  } finally {
    terminal.status.clear()
  }
}

async function dispatch(
  { commands, version, environment }: Program,
  terminal: Terminal,
  args: readonly string[],
): Promise<void> {
  if (['--version', '-V', 'version'].includes(args[0] ?? '')) return terminal.print(version)
  const isHelp = args.includes('--help') || args.includes('-h') || args[0] === 'help'
  const found = findCommand(commands, args[0] === 'help' ? args.slice(1) : args)
  if (found.kind === 'group') {
    const stray = args.find((arg) => arg.startsWith('-') && !['--help', '-h'].includes(arg))
    if (stray !== undefined) throw CliError.of('usage', `${stray} must follow a command. See connex --help.`)
    return terminal.print(helpOfGroup(commands, found.path))
  }
  if (isHelp) return terminal.print(helpOf(found.command))
  const { command, rest } = found
  const { options, positionals } = readArguments(command, rest)
  const interruption = new AbortController()
  const release = command.ownsSignals ? () => undefined : listenForInterrupts(interruption, terminal)
  try {
    await command.perform({ options, positionals, terminal, environment, signal: interruption.signal })
  } catch (error) {
    throw interruption.signal.aborted && error === interruption.signal.reason
      ? CliError.of('interrupted')
      : error
  } finally {
    release()
  }
}

/** The first signal asks the command to stop and report; the second exits at once. */
function listenForInterrupts(interruption: AbortController, terminal: Terminal): () => void {
  const onSignal = (): void => {
    terminal.breakLine()
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted.code)
    interruption.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
}

function reportFailure(terminal: Terminal, error: unknown): number {
  const { code, message, detail, exit, faults } = failureOf(error)
  if (terminal.isJson) terminal.printJson({ error: { code, message, faults } })
  else if (faults !== undefined) terminal.warn(`${faultTable(faults)}\n\n${message}`)
  else terminal.warn(message + (detail === undefined ? '' : `\n${detail}`))
  return exitCodes[exit].code
}

const faultTable = (faults: readonly Fault[]): string =>
  table(
    faults,
    [
      { title: 'Row', of: ({ row }) => String(row), isRight: true },
      { title: 'Column', of: ({ column }) => column },
      { title: 'What to do', of: ({ message }) => message },
    ],
    '',
  )
