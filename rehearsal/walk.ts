// The commands of docs/going-live.md, each on its host, as a reader types them.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { until } from '../testkit/src/machine.ts'
import { MEMBERS, NAMES, TENANT_HOSTS } from './consortium.ts'
import type { Consortium, Name } from './consortium.ts'
import type { Host } from './hosts.ts'
import { fillIn, readSteps, takeNotes } from './page.ts'
import type { Block, Notes, Step } from './page.ts'

const DAY_MS = 86_400_000
const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

export type Walk = {
  /** The steps of the page in order. */
  steps: Step[]
  /** Runs one; fails with the page's line, the commands and their output. */
  take: (step: Step) => Promise<void>
  /** What was printed, by the page's words. */
  notes: Notes
  /** Starts a host's server by the page's command, and waits until it is ready. */
  startServer: (name: Name) => Promise<void>
  servers: Map<Name, ChildProcess>
}

/** `const walk = await openWalk(consortium, 'docs/going-live.md', fund)`: `fund` sends coins to a new wallet of the operator's. */
export async function openWalk(
  consortium: Consortium,
  page: string,
  fund: (address: string) => Promise<void>,
): Promise<Walk> {
  const { hosts } = consortium
  const notes: Notes = new Map()
  const servers = new Map<Name, ChildProcess>()
  const serverCommands = new Map<Name, string>()

  const startServer = async (name: Name): Promise<void> =>
    void servers.set(name, await launchServer(hosts[name], serverCommands.get(name) ?? ''))

  async function runOn(name: Name, { text, line, isServer }: Block): Promise<void> {
    notes.set('TODAY', isoDay(Date.now())).set('IN_A_WEEK', isoDay(Date.now() + 7 * DAY_MS))
    const filled = fillIn(text, notes)
    if (isServer) {
      serverCommands.set(name, filled)
      return startServer(name)
    }
    try {
      takeNotes(notes, await hosts[name].run(filled))
    } catch (error) {
      throw new Error(`line ${line} on ${name}: ${(error as Error).message}`, { cause: error })
    }
    if (text.includes('wallet create deployer.json')) await fund(notes.get('WALLET_ADDRESS') ?? '')
    if (text.includes('connex deploy ')) await handOut(consortium)
  }

  // What was printed for a tenant in one section holds for it in the next.
  const notesOf = new Map<Name, Notes>(
    TENANT_HOSTS.map((name) => [
      name,
      new Map([
        ['TENANT', MEMBERS[name].tenant],
        ['HOST', name],
      ]),
    ]),
  )

  async function take({ blocks, isForEachTenant }: Step): Promise<void> {
    if (!isForEachTenant)
      return inOrder(blocks, (block) => inOrder(placesOf(block), (name) => runOn(name, block)))
    return inOrder(TENANT_HOSTS, async (tenantHost) => {
      for (const [word, noted] of notesOf.get(tenantHost) ?? []) notes.set(word, noted)
      await inOrder(blocks, (block) => inOrder(placesOf(block, tenantHost), (name) => runOn(name, block)))
      notesOf.set(tenantHost, new Map(notes))
    })
  }

  return { steps: readSteps(await readFile(page, 'utf8')), take, notes, startServer, servers }
}

/** Waits until the server is ready; fails with its log where it ends. */
async function launchServer(host: Host, command: string): Promise<ChildProcess> {
  const server = host.launch(command, 'server.log')
  const outcome = await until(
    `the server of ${host.name}`,
    async () => (server.exitCode === null ? (await isReady(host.url)) && 'ready' : 'ended'),
    120_000,
    200,
  )
  if (outcome === 'ready') return server
  throw new Error(`The server ended:\n${await readFile(join(host.home, 'server.log'), 'utf8')}`)
}

async function inOrder<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await work(item)
}

function placesOf({ place, line }: Block, tenantHost?: Name): readonly Name[] {
  if (place === 'every host') return NAMES
  const name = place === 'tenant' ? tenantHost : NAMES.find((one) => one === place)
  if (name === undefined) throw new Error(`line ${line}: there is no host '${place}'.`)
  return [name]
}

/** The operator gives everybody the settings of the platform. */
async function handOut({ hosts }: Consortium): Promise<void> {
  const settings = await readFile(join(hosts.operator.home, 'deployment.env'), 'utf8')
  for (const name of TENANT_HOSTS) await writeFile(join(hosts[name].home, 'deployment.env'), settings)
}

/** Whether a server is ready, as it answers through its proxy. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
