import { failureMessage, tellParent } from '../process/ChildMessage.ts'
import { sandboxFiles } from './sandboxFiles.ts'
import { findState } from './SandboxState.ts'
import { startCustodians } from './startCustodians.ts'

// The custodians' robot as a process of its own, so that nothing that befalls it touches the supervisor:
// `node robotProcess.ts DIRECTORY DELAY_SECONDS`.
const [directory = '.connex', delaySeconds = '5'] = process.argv.slice(2)

async function main(): Promise<void> {
  const files = sandboxFiles(directory)
  const state = findState(files)
  if (!state) throw new Error(`${directory} holds no complete sandbox`)
  const robot = await startCustodians({
    files,
    state,
    delaySeconds: Number(delaySeconds),
    onProblem: (sentence) => console.error(sentence),
  })
  process.on('SIGTERM', () => {
    robot.stop()
    process.exit(0)
  })
  tellParent({ ready: true })
}

main().catch((error: unknown) => {
  console.error(error)
  tellParent(failureMessage(error))
  setImmediate(() => process.exit(1))
})
