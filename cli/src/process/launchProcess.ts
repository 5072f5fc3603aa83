import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError } from '../CliError.ts'
import { refuseFullDisk } from './files.ts'
import type { ChildMessage } from './parent.ts'

export type Launch = {
  /** For messages: 'ledger', 'server north'. */
  readonly name: string
  /** A module that sends `{ ready: true }` over its channel once it is ready. */
  readonly script: URL
  readonly parameters?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly logFile: string
  readonly onProgress: (sentence: string) => void
  /** Called with every new process id. */
  readonly onLaunch?: (pid: number) => void
}

export type RunningProcess = {
  readonly pid: number
  /** Resolves with the signal or exit code: 'SIGKILL', 'code 1'. */
  readonly exited: Promise<string>
  /** Stops it, and kills it if it does not stop in time. */
  stop(): Promise<void>
  /** Kills it with its whole process group. */
  kill(): void
}

const stopPatienceMs = 20_000

/** Starts a process and waits until it is ready. Rejects with its own error if it fails first. */
export async function launchProcess(launch: Launch): Promise<RunningProcess> {
  const child = spawnProcess(launch)
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  await Promise.race([readiness(launch, child), failure(launch, child, exited)])
  const kill = () => killGroup(child)
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited), kill }
}

function spawnProcess({ script, parameters = [], environment, logFile, onLaunch }: Launch): ChildProcess {
  rotateLog(logFile)
  const log = openSync(logFile, 'a')
  const guard = new URL('./stopWithParentPreload.ts', import.meta.url).href
  try {
    const child = spawn(process.execPath, ['--import', guard, fileURLToPath(script), ...parameters], {
      env: { ...process.env, ...compileCache(), ...environment },
      stdio: ['ignore', log, log, 'ipc'],
      // Its own process group: Ctrl-C reaches only the sandbox, which stops the others in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    if (child.pid !== undefined) onLaunch?.(child.pid)
    return child
  } finally {
    closeSync(log)
  }
}

/** The child shares this process's cache of compiled code. Node adds its version's folder to the name. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

function readiness({ onProgress }: Launch, child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if ('ready' in message) resolve()
      if ('progress' in message) onProgress(message.progress)
    })
  })
}

async function failure(
  { name, logFile }: Launch,
  child: ChildProcess,
  exited: Promise<string>,
): Promise<never> {
  let reported: CliError | undefined
  child.on('message', (message: ChildMessage) => {
    if ('failed' in message) reported = new CliError(message.failed.code, message.failed.sentence)
  })
  const how = await exited
  if (!reported) refuseFullDisk(dirname(logFile))
  throw reported ?? CliError.of('processFailed', name, lastLogLine(logFile) ?? how)
}

/** Closing the channel stops it (stopWithParentPreload.ts). */
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
    // It has ended meanwhile.
  }
}

const largestLog = 5 * 1024 * 1024

/** Rotates a large log and keeps one older one, so that a long-running sandbox does not fill the disk. */
function rotateLog(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.old`)
}

/** The last line of a failed process's log, without its stack. */
function lastLogLine(file: string): string | undefined {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  return lines.findLast((line) => line !== '' && !/^(at |Node\.js v|[{}\]^])/.test(line))
}
