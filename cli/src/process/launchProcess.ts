import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CliError } from '../CliError.ts'
import type { ChildMessage } from './ChildMessage.ts'
import { lastLogLine, rotateLog } from './processLog.ts'

export type Launch = {
  /** As people read it: 'ledger', 'server north'. */
  readonly name: string
  readonly script: URL
  readonly parameters?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly logFile: string
  /** Resolves when the process answers. Without it the process itself says that it is ready. */
  readonly probe?: (signal: AbortSignal) => Promise<void>
  readonly onProgress: (sentence: string) => void
}

export type RunningProcess = {
  readonly pid: number
  /** Resolves with how it ended: 'SIGKILL', 'code 1'. */
  readonly exited: Promise<string>
  stop(): Promise<void>
}

const stopPatienceMs = 20_000

/** Starts one process of ours and waits until it is ready. Rejects with its own sentence where it fails before. */
export async function launchProcess(launch: Launch): Promise<RunningProcess> {
  const child = spawnProcess(launch)
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  const running = { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) }
  const failure = failureOf(launch, child, exited)
  try {
    await Promise.race([readiness(launch, child), failure])
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

function spawnProcess({ script, parameters = [], environment, logFile }: Launch): ChildProcess {
  rotateLog(logFile)
  const log = openSync(logFile, 'a')
  const guard = new URL('./stopWithParent.ts', import.meta.url).href
  try {
    return spawn(process.execPath, ['--import', guard, fileURLToPath(script), ...parameters], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log, 'ipc'],
      // A process group of its own: Ctrl-C reaches only the sandbox, which stops the others in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } finally {
    closeSync(log)
  }
}

async function readiness({ probe, onProgress }: Launch, child: ChildProcess): Promise<void> {
  const said = new Promise<void>((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') resolve()
      if (message.kind === 'progress') onProgress(message.sentence)
    })
  })
  if (!probe) return said
  const aborter = new AbortController()
  child.once('exit', () => aborter.abort())
  return probe(aborter.signal)
}

async function failureOf(launch: Launch, child: ChildProcess, exited: Promise<string>): Promise<never> {
  let told: CliError | undefined
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'failed') told = new CliError(message.code, message.sentence)
  })
  const how = await exited
  throw told ?? CliError.of('processFailed', launch.name, lastLogLine(launch.logFile) ?? how)
}

/** Closing the channel asks it to stop (stopWithParent.ts); what does not is killed with all it started. */
async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => killGroup(child), stopPatienceMs)
  await exited
  clearTimeout(timer)
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // Gone in between.
  }
}
