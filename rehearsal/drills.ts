// What a network must survive, with deliveries and the returns of a repo under way: an upgrade, servers and nodes of the ledger killed, a bank cut
// off, a database lost.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '../ledgers/networks/network.ts'
import { until } from '../testkit/src/machine.ts'
import { NAMES, query } from './consortium.ts'
import type { Consortium, Name } from './consortium.ts'
import { openDesk } from './desk.ts'
import type { Desk, Interruptions } from './desk.ts'
import type { Host } from './hosts.ts'
import { isReady } from './walk.ts'
import type { Walk } from './walk.ts'

/** `run` says what was seen, or throws. */
export type Drill = { name: string; run: () => Promise<string> }

type Scene = { consortium: Consortium; walk: Walk; network: Network; desk: Desk }

/** `for (const { name, run } of planDrills({ consortium, walk, network }, 300))`: a bank is cut off for 300 s. */
export function planDrills(scene: Omit<Scene, 'desk'>, cutSeconds: number): Drill[] {
  const desk = openDesk(scene.consortium)
  const whole: Scene = { ...scene, desk }
  return [
    { name: 'a repo is opened, to be returned in parts', run: desk.open },
    // First: what follows is this version's to survive.
    upgrade(whole),
    killServer(whole, 'operator', 'creating'),
    killServer(whole, 'bank-a', 'creating'),
    killServer(whole, 'bank-b', 'confirming'),
    killServer(whole, 'registrar', 'settling'),
    ...scene.consortium.nodes.map((_, index) => stopNode(whole, index)),
    cutOff(whole, cutSeconds),
    promoteStandby(whole),
    { name: 'nothing is lost or doubled', run: desk.audit },
  ]
}

/** Time for a command to be on its way. */
const UNDER_WAY_MS = 700
const DOWN_MS = 2000

const killServer = ({ walk, desk }: Scene, name: Name, during: keyof Interruptions): Drill => ({
  name: `the server of ${name} is killed during ${during}`,
  async run() {
    const kill = async (): Promise<void> => {
      await sleep(UNDER_WAY_MS)
      walk.servers.get(name)?.kill('SIGKILL')
      await sleep(DOWN_MS)
      await walk.startServer(name)
    }
    await desk.settle({ [during]: kill })
    return 'a delivery and a return settled'
  },
})

const stopNode = ({ consortium, network, desk }: Scene, index: number): Drill => ({
  name: `node ${index + 1} of the ledger is away`,
  async run() {
    const relay = consortium.nodes[index]
    const port = Number(new URL(network.urls[index] ?? '').port)
    if (index === 0) await network.stopFirst()
    relay?.pointTo(undefined)
    await desk.settle()
    if (index === 0) await network.startFirst()
    relay?.pointTo(port)
    await desk.settle()
    return 'deliveries and returns settled while it was away, and after it came back'
  },
})

/** Private data leaves within this time of a peer's return. */
const PUSH_LIMIT_S = 30

const cutOff = ({ consortium: { hosts }, desk }: Scene, cutSeconds: number): Drill => ({
  name: `bank-b is cut off for ${cutSeconds} s`,
  async run() {
    await hosts['bank-b'].cut(true)
    const created = [await desk.create(), await desk.create()]
    await sleep(cutSeconds * 1000)
    await hosts['bank-b'].cut(false)
    const returned = Date.now()
    const haveArrived = async (): Promise<boolean> => {
      const seen = (await desk.listAt('bank-b')).map(({ description }) => description)
      return created.every(({ description }) => seen.includes(description))
    }
    await until('private data at bank-b', haveArrived, PUSH_LIMIT_S * 1000, 500)
    const seconds = Math.ceil((Date.now() - returned) / 1000)
    for (const work of created) await desk.finish(work)
    return `private data arrived within ${seconds} s of its return`
  },
})

const promoteStandby = ({ consortium: { hosts, databases }, desk }: Scene): Drill => ({
  name: 'the database of bank-a is lost, and its standby promoted',
  async run() {
    const { postgres, relay } = databases['bank-a']
    const standby = await postgres.startStandby()
    await desk.settle()
    await postgres.stop('kill')
    await query(standby, 'SELECT pg_promote()')
    relay.pointTo(Number(new URL(standby.urlOf('postgres')).port))
    databases['bank-a'] = { postgres: standby, relay }
    await until('bank-a', () => isReady(hosts['bank-a'].url), 60_000, 200)
    await desk.settle()
    return 'deliveries and returns settled before and after'
  },
})

const upgrade = ({ consortium, walk, desk }: Scene): Drill => ({
  name: 'the servers are upgraded, one after the other',
  async run() {
    const install = walk.steps[0]?.blocks[0]?.text ?? ''
    const versions: string[] = []
    for (const name of NAMES) {
      const host = consortium.hosts[name]
      const before = await versionOf(host)
      const created = await desk.create()
      await consortium.bringNext(host)
      await host.run(install)
      const server = walk.servers.get(name)
      server?.kill('SIGTERM')
      await until(`${name} to stop`, () => Promise.resolve(server?.exitCode === 0))
      await walk.startServer(name)
      versions.push(`${before} to ${await versionOf(host)}`)
      await desk.finish(created)
    }
    return `from ${[...new Set(versions)].join(', ')}; a delivery or a return was under way across each`
  },
})

/** As the server says it. */
async function versionOf({ url }: Host): Promise<string> {
  const response = await fetch(`${url}/health`)
  const { version } = (await response.json()) as { version: string }
  return version
}
