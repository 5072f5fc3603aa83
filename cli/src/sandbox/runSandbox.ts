import { watchLauncher } from '../process/watchLauncher.ts'
import { createProgress } from './createProgress.ts'
import { printSandbox } from './printSandbox.ts'
import type { SandboxOptions } from './SandboxOptions.ts'
import { startSandbox } from './startSandbox.ts'

/** Runs until it is stopped: by Ctrl-C, by a signal, or by the end of the npm that started it. */
export async function runSandbox(options: SandboxOptions, isJson: boolean): Promise<void> {
  const progress = createProgress(process.stderr)
  const since = performance.now()
  const asked = Promise.withResolvers<void>()
  let kill = () => {}
  let askStop = (): void => {
    // Before everything runs there is nothing to finish.
    progress.done()
    kill()
    process.exit(130)
  }
  const onSignal = () => askStop()
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
  askStop = asked.resolve
  await asked.promise
  askStop = (): void => {
    kill()
    process.exit(130)
  }
  const stopping = createProgress(process.stderr)
  stopping.step('Stopping')
  await sandbox.stop()
  stopping.done()
  process.exit(0)
}
