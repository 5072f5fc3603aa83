import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unusedPort } from '../machine.ts'
import { isRunning, parseStamp, type ProcessStamp, stampOf } from '../../../cli/src/process/processStamps.ts'
import { readJson } from '../../../cli/src/process/files.ts'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'

// For the tests of this folder only: `connex sandbox` as a person starts it, in a directory of its own.

export type SandboxPlan = {
  readonly directory: string
  readonly args: readonly string[]
  readonly ledgerPort: number
}

export async function planSandbox(): Promise<SandboxPlan> {
  const directory = mkdtempSync(join(tmpdir(), 'connex-sandbox-'))
  const [north, south, ledgerPort] = [await unusedPort(), await unusedPort(), await unusedPort()]
  const ports = ['--port-north', `${north}`, '--port-south', `${south}`, '--ledger-port', `${ledgerPort}`]
  return { directory, ledgerPort, args: ['--data', directory, ...ports] }
}

export type TestSandbox = {
  readonly process: ChildProcess
  readonly description: SandboxDescription
  /** Standard error so far. */
  readonly stderr: () => string
  readonly exited: Promise<number | null>
}

/** Resolves when it is ready; rejects with its standard error where it ends first. */
export function startTestSandbox({ args }: SandboxPlan): Promise<TestSandbox> {
  const { child, stderr, exited } = runCommand(['sandbox', '--json', ...args])
  let printed = ''
  return new Promise((resolve, reject) => {
    void exited.then((code) => reject(new Error(`ended with ${code}: ${stderr()}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (!printed.endsWith('}\n')) return
      resolve({
        process: child,
        description: JSON.parse(printed) as SandboxDescription,
        stderr: stderr,
        exited,
      })
    })
  })
}

export function runCommand(args: readonly string[]) {
  const main = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, stderr: () => text, exited }
}

/** Everything that a running sandbox consists of, without its supervisor. */
export function partsOf({ directory }: SandboxPlan): ProcessStamp[] {
  const noted = readJson(join(directory, 'processes.json')) as unknown[] | undefined
  const anvil = readJson(join(directory, 'ledger', 'anvil.pid'))
  return [...(noted ?? []), anvil].flatMap((value) => parseStamp(value) ?? []).filter(isRunning)
}

export function killAtOnce(stamps: readonly (ProcessStamp | undefined)[]): void {
  for (const stamp of stamps) {
    if (stamp && isRunning(stamp)) process.kill(stamp.pid, 'SIGKILL')
  }
}

export const supervisorOf = ({ process: { pid } }: TestSandbox) =>
  pid === undefined ? undefined : stampOf(pid)
