import type { CliError } from '../CliError.ts'
import { type Launch, launchProcess, type RunningProcess } from './launchProcess.ts'

export type Supervised = {
  /** The process id as it is now; undefined between two lives. */
  pid(): number | undefined
  /** Resolves when the process is ready; while it is being started again, when it is ready again. */
  ready(): Promise<void>
  stop(): Promise<void>
  /** At once, and not started again. */
  kill(): void
}

const shortestPauseMs = 100
const longestPauseMs = 10_000
/** A process that lived this long was healthy: its next death begins the pauses anew. */
const healthyMs = 10_000

/**
 * Starts a process, and again whenever it dies, with one line about every death and every new life. Its first start must succeed: otherwise the promise rejects
 * with the process's own sentence, and nothing is left running.
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
    onProgress(`The ${name} died (${how}); starting it again`)
    ready = startAgain()
  }

  async function startAgain(): Promise<void> {
    for (;;) {
      await pause()
      if (isStopping) return
      try {
        current = await launchProcess(options)
        onProgress(`The ${name} runs again`)
        void watch(current)
        return
      } catch (error) {
        onProgress(`The ${name} does not start: ${(error as CliError).message}`)
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
