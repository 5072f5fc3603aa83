// The custodians' robot in a process of its own, so that its failures cannot affect the supervisor:
// `node robotProcess.ts DIRECTORY DELAY_SECONDS`.
import { readFile } from 'node:fs/promises'
import { failureMessage, sendToParent } from '../process/parent.ts'
import { startRobot } from '../robot/startRobot.ts'
import { findState, sandboxFiles } from './SandboxState.ts'
import type { SandboxFiles, SandboxState } from './SandboxState.ts'
import { urlsOf } from './createSandbox.ts'
import { openDesk, waitForServers } from './seed/desks.ts'
import { firstUser, plannedTenants } from './seed/tenants.ts'

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
  sendToParent({ ready: true })
}

main().catch((error: unknown) => {
  console.error(error)
  sendToParent(failureMessage(error))
  setImmediate(() => process.exit(1))
})

export type CustodiansOptions = {
  readonly files: SandboxFiles
  readonly state: SandboxState
  readonly delaySeconds: number
  readonly onProblem: (sentence: string) => void
}

/** Confirms for both registrars, except the seeded examples. */
export async function startCustodians(options: CustodiansOptions): Promise<{ stop: () => void }> {
  const { files, state, delaySeconds, onProblem } = options
  const where = { serverUrls: urlsOf(state.ports), chainId: state.chainId }
  await waitForServers(where, state.seededBlock)
  const secret = Buffer.from(await readFile(files.secret, 'utf8'), 'hex')
  const registrars = await Promise.all(
    plannedTenants(secret)
      .filter(({ kind }) => kind === 'registrar')
      .map(async (tenant) => {
        const { client } = await openDesk(tenant, firstUser(tenant), where)
        return { name: tenant.name, client }
      }),
  )
  return startRobot({
    registrars,
    afterBlock: state.seededBlock,
    delayMs: delaySeconds * 1000,
    onProblem,
  })
}
