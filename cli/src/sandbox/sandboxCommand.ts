import { watchLauncher } from '../process/watchLauncher.ts'
import { createProgress } from './createProgress.ts'
import { printSandbox } from './printSandbox.ts'
import { parseSandboxOptions } from './SandboxOptions.ts'
import { startSandbox } from './startSandbox.ts'

export const sandboxHelp = `connex sandbox: the whole system on this machine

  --reset                     begin anew: a new ledger, new servers, new wallets
  --json                      print the sandbox's description as JSON on the output when it is ready
  --custodian manual|robot    who confirms what waits for a custodian (robot)
  --custodian-delay SECONDS   how long the robot waits before it confirms (5)
  --port-north PORT           the server north (4000)
  --port-south PORT           the server south (4001)
  --ledger-port PORT          the ledger's JSON-RPC (8545)
  --chain-id ID               the ledger's chain id (31337)
  --data DIR                  where everything is kept (.connex)

Examples
  connex sandbox
  connex sandbox --reset --custodian manual
  connex sandbox --data /tmp/second --port-north 5000 --port-south 5001 --ledger-port 9545 --json
`

/** Runs until it is stopped: by Ctrl-C, by a signal, or by the end of the npm that started it. */
export async function sandboxCommand(words: readonly string[]): Promise<void> {
  const options = parseSandboxOptions(words)
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
    options.isJson
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
