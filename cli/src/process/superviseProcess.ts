import type { CliError } from '../CliError.ts'
import { type Launch, launchProcess, type RunningProcess } from './launchProcess.ts'

export type Supervised = {
  /** The current process id; undefined during a restart. */
  pid(): number | undefined
  /** Resolves when the process is ready, again after a restart. */
  ready(): Promise<void>
  stop(): Promise<void>
  /** Kills it, without a restart. */
  kill(): void
}

const shortestPauseMs = 100
const longestPauseMs = 10_000
/** A process that ran this long was healthy: its next restart uses the shortest pause again. */
const healthyMs = 10_000

/**
 * Starts a process, and restarts it whenever it dies, with a line about each. If the first start fails, the promise rejects
 * with the process's own error, and nothing is left running.
 */
export async function superviseProcess(options: Launch): Promise<Supervised> {
  const { name, onProgress } = options
  let isStopping = false
  let pauseMs = shortestPauseMs
  let wake = () => {}
  let current: RunningProcess | undefined = await launchProcess(options)
  let ready: Promise<void> = Promise.resolve()
  void watch(current)

  async function watch(running: RunningProcess): Promise<void> {
    const since = performance.now()
    const how = await running.exited
    current = undefined
    if (isStopping) return
    if (performance.now() - since > healthyMs) pauseMs = shortestPauseMs
    onProgress(`The ${name} died (${how}); restarting it`)
    ready = restart()
  }

  async function restart(): Promise<void> {
    for (;;) {
      await pause()
      if (isStopping) return
      try {
        current = await launchProcess(options)
        onProgress(`The ${name} is running again`)
        void watch(current)
        return
      } catch (error) {
        onProgress(`The ${name} failed to start: ${(error as CliError).message}`)
      }
    }
  }

  async function pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, pauseMs)
    })
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  return {
    pid: () => current?.pid,
    ready: () => ready,
    async stop() {
      isStopping = true
      wake()
      await ready
      await current?.stop()
    },
    kill() {
      isStopping = true
      wake()
      current?.kill()
    },
  }
}
