// Nodes that are away, and blocks that do not come.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Seconds } from '@connex/protocol'
import { confirmAsRegistrar, confirmTransfer } from '../../sdk/src/transfers/confirmTransfer.ts'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import { until } from '../../testkit/src/machine.ts'
import { able } from '../networks/network.ts'
import type { Hex, Network } from '../networks/network.ts'
import type { Promised } from './promise.ts'
import { WAIT_MS, assertState, deliver, device, openAccount, openedIn, withoutBlocks } from './world.ts'
import type { World } from './world.ts'

const PATIENTLY = { waitMs: WAIT_MS }
const QUIET_MS = 10_000
const DAY_S = 86_400

export const nodes: readonly Promised[] = [
  {
    name: 'the server goes on at another node while its own is down, and returns to it',
    async prove(world) {
      await world.network.stopFirst()
      try {
        await openAccount(world, device(world))
      } finally {
        await world.network.startFirst()
      }
      await openAccount(world, device(world))
      await untilHealthy(world)
    },
  },
  {
    name: 'the ledger goes on while a node is cut off, which then has the same blocks',
    needs: 'cutOffLast',
    async prove(world) {
      const { network } = world
      const { join } = await able(network.cutOffLast)()
      try {
        await openAccount(world, device(world))
      } finally {
        await join()
      }
      const wanted = await blockAt(network.urls[0], 'latest')
      await until('the same block', () => hasBlock(network, wanted), WAIT_MS)
      await openAccount(world, device(world))
    },
  },
  {
    name: `after ${QUIET_MS / 1000} s without a block the server is healthy, and everything goes on`,
    prove: (world) =>
      withoutBlocks(world, async (resume) => {
        await sleep(QUIET_MS)
        assert.equal((await healthOf(world)).status, 'ok')
        await openAccount(world, device(world), { dryRun: 'only' })
        const sent = openAccount(world, device(world))
        await resume()
        await sent
      }),
  },
  {
    name: 'a value date is reached with the time of the ledger’s blocks',
    needs: 'skipTime',
    prove: reachValueDate,
  },
]

type Block = { number: Hex; hash: Hex; timestamp: Hex }

const blockAt = async (url: string | undefined, tag: string): Promise<Block | null> =>
  (await ask(url ?? '', 'eth_getBlockByNumber', [tag, false])) as Block | null

/** The node that was cut off. */
const hasBlock = async ({ urls }: Network, wanted: Block | null): Promise<boolean> =>
  (await blockAt(urls.at(-1), wanted?.number ?? '0x0').catch(() => null))?.hash === wanted?.hash

type Health = { status: string; detail: string | null }

const healthOf = async (world: World): Promise<Health> =>
  (await (await fetch(`${openedIn(world).platform.url}/health`)).json()) as Health

/** A node that failed is checked again only after a while. */
const untilHealthy = (world: World) =>
  until('a healthy server', async () => (await healthOf(world)).status === 'ok', WAIT_MS)

async function reachValueDate(world: World): Promise<void> {
  const { network } = world
  const { bond, platform } = openedIn(world)
  const { baltic, registrar } = platform.clients
  const now = Number((await blockAt(network.urls.at(-1), 'latest'))?.timestamp)
  const midnight = (Math.floor(now / DAY_S) + 1) * DAY_S
  const { deliveryId } = await deliver(world, 1n, { valueDate: Seconds.parse(midnight) })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } }, PATIENTLY)
  await assert.rejects(confirmAsRegistrar(registrar, deliveryId), { code: 'DeliveryBeforeValueDate' })
  await able(network.skipTime)(midnight - now)
  await network.advance(1)
  await confirmAsRegistrar(registrar, deliveryId, PATIENTLY)
  await assertState(world, 'alpen', deliveryId, 'SETTLED')
}
