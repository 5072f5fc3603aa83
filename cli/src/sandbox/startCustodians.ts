import { readFile } from 'node:fs/promises'
import { startRobot } from '../robot/startRobot.ts'
import { urlsOf } from './foundSandbox.ts'
import type { SandboxFiles } from './sandboxFiles.ts'
import type { SandboxState } from './SandboxState.ts'
import { openDesk } from './seed/openDesks.ts'
import { firstUser, plannedTenants } from './seed/plan.ts'
import { waitForServers } from './seed/waitForServers.ts'

export type CustodiansOptions = {
  readonly files: SandboxFiles
  readonly state: SandboxState
  readonly delaySeconds: number
  readonly onProblem: (sentence: string) => void
}

/** The robot that stands in for both registrars; it leaves the seeded examples as they are. */
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
