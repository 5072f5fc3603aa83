import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './runTestLedger.ts'
import { isRunning, parseStamp, type ProcessStamp, stampOf } from '../../../cli/src/process/processStamps.ts'
import { readJson } from '../../../cli/src/process/files.ts'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'

// For the tests of this folder only: `connex sandbox` as a person starts it, in a directory of its own.

export type TestPlace = {
  readonly directory: string
  readonly words: readonly string[]
  readonly ledgerPort: number
}

export async function newPlace(): Promise<TestPlace> {
  const directory = mkdtempSync(join(tmpdir(), 'connex-sandbox-'))
  const [north, south, ledgerPort] = [await freePort(), await freePort(), await freePort()]
  const ports = ['--port-north', `${north}`, '--port-south', `${south}`, '--ledger-port', `${ledgerPort}`]
  return { directory, ledgerPort, words: ['--data', directory, ...ports] }
}

export type TestSandbox = {
  readonly process: ChildProcess
  readonly description: SandboxDescription
  /** What it has said so far. */
  readonly said: () => string
  readonly exited: Promise<number | null>
}

/** Resolves when it is ready; rejects with what it said where it ends before. */
export function startTestSandbox({ words }: TestPlace): Promise<TestSandbox> {
  const { child, said, exited } = runCommand(['sandbox', '--json', ...words])
  let printed = ''
  return new Promise((resolve, reject) => {
    void exited.then((code) => reject(new Error(`ended with ${code}: ${said()}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (!printed.endsWith('}\n')) return
      resolve({ process: child, description: JSON.parse(printed) as SandboxDescription, said, exited })
    })
  })
}

export function runCommand(words: readonly string[]) {
  const main = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, said: () => text, exited }
}

/** Everything that a running sandbox consists of, without its supervisor. */
export function partsOf({ directory }: TestPlace): ProcessStamp[] {
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
