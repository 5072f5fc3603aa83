import { watchLauncher } from '../process/parent.ts'
import { printSandbox } from './SandboxDescription.ts'
import type { SandboxOptions } from './SandboxOptions.ts'
import { startSandbox } from './startSandbox.ts'

/** Runs until Ctrl-C, a signal, or the end of the npm that started it. */
export async function runSandbox(options: SandboxOptions, isJson: boolean): Promise<void> {
  const progress = createProgress(process.stderr)
  const since = performance.now()
  const stopRequest = Promise.withResolvers<void>()
  let kill = () => {}
  let onStop = (): void => {
    // Until everything runs there is nothing to stop in order.
    progress.done()
    kill()
    process.exit(130)
  }
  const onSignal = () => onStop()
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal)
  watchLauncher(onSignal)

  const sandbox = await startSandbox(options, {
    onStep: progress.step,
    onNote: progress.note,
    onKillable: (killAll) => {
      kill = killAll
    },
  }).finally(progress.done)
  const { description } = sandbox
  process.stdout.write(
    isJson
      ? `${JSON.stringify(description, undefined, 2)}\n`
      : printSandbox(description, (performance.now() - since) / 1000),
  )
  onStop = stopRequest.resolve
  await stopRequest.promise
  onStop = (): void => {
    kill()
    process.exit(130)
  }
  const stopping = createProgress(process.stderr)
  stopping.step('Stopping')
  await sandbox.stop()
  stopping.done()
  process.exit(0)
}

type Progress = {
  readonly step: (sentence: string) => void
  readonly note: (sentence: string) => void
  /** Ends the last step. */
  readonly done: () => void
}

const reminderMs = 10_000

/**
 * Steps with their elapsed time, on the error stream. A terminal shows the seconds of the running step; elsewhere a long
 * step is printed again every ten seconds.
 */
function createProgress(stream: NodeJS.WriteStream): Progress {
  let current: { sentence: string; since: number } | undefined
  const timer = setInterval(tick, stream.isTTY ? 100 : reminderMs)
  timer.unref()

  function tick(): void {
    if (!current) return
    if (stream.isTTY) stream.write(`\r${line(current)}`)
    else stream.write(`${line(current)} …\n`)
  }

  function end(): void {
    if (!current) return
    stream.write(stream.isTTY ? `\r${line(current)}\n` : `${line(current)}\n`)
    current = undefined
  }

  return {
    step(sentence) {
      end()
      current = { sentence, since: performance.now() }
      if (stream.isTTY) tick()
    },
    note(sentence) {
      if (current && stream.isTTY) stream.write('\r\x1b[K')
      stream.write(`         ${sentence}\n`)
    },
    done() {
      end()
      clearInterval(timer)
    },
  }
}

function line({ sentence, since }: { sentence: string; since: number }): string {
  return `${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s ${sentence}`
}
