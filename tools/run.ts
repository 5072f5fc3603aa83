import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'

const binaries = join(import.meta.dirname, '../node_modules/.bin')

export type Run = { code: number; stdout: string; stderr: string; output: string; timedOut: boolean }

type Options = {
  cwd: string
  env?: Record<string, string>
  /** Seconds until the command and everything that it started is ended. */
  limit?: number
  /** As nice(1) has it: above 0, what runs beside it goes first. */
  niceness?: number
  onLine?: (line: string) => void
}

/** Runs one of this project's commands to its end and collects its output. It never waits for input. */
export function run(command: string, parameters: readonly string[], options: Options): Promise<Run> {
  const { cwd, env = {}, limit = 600, niceness = 0, onLine } = options
  const child = spawn(command, parameters, {
    cwd,
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing which it starts outlives it.
    detached: process.platform !== 'win32',
  })
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
  const result: Run = { code: 1, stdout: '', stderr: '', output: '', timedOut: false }
  const take = (stream: 'stdout' | 'stderr') => (text: string) => {
    result[stream] += text
    result.output += text
    const line = text.trim().split('\n').at(-1)
    if (line !== undefined && line !== '') onLine?.(line)
  }
  child.stdout.setEncoding('utf8').on('data', take('stdout'))
  child.stderr.setEncoding('utf8').on('data', take('stderr'))

  const end = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
    } catch {
      // It has already ended.
    }
  }
  const timer = setTimeout(() => {
    result.timedOut = true
    result.output += `\nEnded after ${limit} s without a result.\n`
    end('SIGKILL')
  }, limit * 1000)
  const interrupted = () => end('SIGTERM')
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)

  return new Promise((resolve) => {
    const finish = (code: number): void => {
      clearTimeout(timer)
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
      resolve({ ...result, code })
    }
    child.on('error', (error) => {
      result.output += error.message
      finish(1)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}
