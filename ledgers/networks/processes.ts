// Clients of ledgers as processes: built, started and killed.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Undefined before the process is started, and once it is gone. */
export type Running = ChildProcess | undefined

/** The exit code; undefined where the program is missing. `await run('go', ['version'], folder)` */
export function run(
  program: string,
  parameters: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const child = spawn(program, parameters, { cwd, stdio: 'ignore', env: { ...process.env, ...env } })
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** `const child = launch(geth, options)`; its output goes nowhere. */
export const launch = (program: string, parameters: readonly string[]): ChildProcess =>
  spawn(program, parameters, { stdio: 'ignore' })

/** Resolves once it is gone. A process that is halted hears only SIGKILL. `await end(child, 'SIGTERM')` */
export async function end(child: Running, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
