import { readFileSync } from 'node:fs'
import { BlockNumber } from '@connex/protocol'
import { createClient, createLocalSigner, discoverVersion, openSession } from '@connex/sdk'
import { failureMessage, tellParent } from '../process/ChildMessage.ts'
import { startRobot } from '../robot/startRobot.ts'
import { urlsOf } from './foundSandbox.ts'
import { sandboxFiles } from './sandboxFiles.ts'
import { findState } from './SandboxState.ts'
import { firstUser, type PlannedTenant, plannedTenants } from './seed/plan.ts'

// The registrars' robot as a process of its own: `node robotProcess.ts DIRECTORY DELAY_SECONDS`.
const [directory = '.connex', delaySeconds = '5'] = process.argv.slice(2)

async function main(): Promise<void> {
  const files = sandboxFiles(directory)
  const state = findState(files)
  if (!state) throw new Error(`${directory} holds no complete sandbox`)
  const serverUrls = urlsOf(state.ports)
  const secret = Buffer.from(readFileSync(files.secret, 'utf8'), 'hex')
  const tenants = plannedTenants(secret).filter(({ kind }) => kind === 'registrar')
  const robot = startRobot({
    registrars: await Promise.all(
      tenants.map(async (tenant) => ({
        name: tenant.name,
        client: await openClient(tenant, serverUrls[tenant.server], state.chainId),
      })),
    ),
    afterBlock: BlockNumber.parse(state.seededBlock),
    delayMs: Number(delaySeconds) * 1000,
    onProblem: (sentence) => console.error(sentence),
  })
  process.on('SIGTERM', () => {
    robot.stop()
    process.exit(0)
  })
  tellParent({ ready: true })
}

async function openClient(tenant: PlannedTenant, baseUrl: string, chainId: number) {
  const key = Buffer.from(firstUser(tenant).privateKey.slice(2), 'hex')
  const client = createClient({ baseUrl, chainId, signer: createLocalSigner(key, { chainId }) })
  await discoverVersion(client)
  await openSession(client)
  return client
}

main().catch((error: unknown) => {
  console.error(error)
  tellParent(failureMessage(error))
  setImmediate(() => process.exit(1))
})
