// Ledgers whose blocks are not final at once.
import assert from 'node:assert/strict'
import type { TxHash } from '@connex/protocol'
import { createSession } from '../../sdk/src/client/client.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import { call } from '../../sdk/src/http/call.ts'
import { republishTakenBack, resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Progress } from '../../sdk/src/ledger/transaction.ts'
import { until } from '../../testkit/src/machine.ts'
import { able } from '../networks/network.ts'
import type { Fork, Hex, Network } from '../networks/network.ts'
import { headOf } from '../networks/rpc.ts'
import type { Promised } from './promise.ts'
import { WAIT_MS, device, openAccount, openedIn, receiptOf, storedBy } from './world.ts'
import type { World } from './world.ts'

const DEPTHS = [1, 3, 7]

export const reorgs: readonly Promised[] = [
  ...DEPTHS.map((depth): Promised => ({
    name: `a transaction that a chain reorg of ${depth} takes back is in a block again`,
    needs: 'fork',
    prove: (world) => takeBack(world, depth),
  })),
  ...DEPTHS.map((depth): Promised => ({
    name: `a transaction that a chain reorg of ${depth} moves to another block stays there, and nobody hears of it`,
    needs: 'fork',
    prove: (world) => move(world, depth),
  })),
  { name: 'who waits for finality ends with a block that no chain reorg takes back', prove: awaitFinality },
]

type Sent = { client: Client; txHash: TxHash; raw: Hex }
type Forked = Sent & Fork

/** Ends the fork and lets blocks come again, also where the work fails: otherwise a node would stay cut off in what follows. */
async function inFork(world: World, depth: number, work: (forked: Forked) => Promise<void>): Promise<void> {
  const fork = await able(world.network.fork)()
  let isOver = false
  const takeBack: Fork['takeBack'] = async (raws) => {
    isOver = true
    await fork.takeBack(raws)
  }
  try {
    await work({ ...(await sendInFork(world, depth)), takeBack })
  } catch (error) {
    // The first failure is the one to report.
    if (!isOver) await fork.takeBack([]).catch(() => undefined)
    throw error
  } finally {
    await world.network.resume()
  }
}

/** In a block, with so many blocks since the fork began. */
async function sendInFork(world: World, depth: number): Promise<Sent> {
  const { network } = world
  const client = device(world)
  const before = await headOf(network.rpc)
  const { txHash } = await openAccount(world, client)
  const [stored] = await storedBy(client)
  assert.equal(stored?.txHash, txHash)
  const missing = before + depth - (await headOf(network.rpc))
  if (missing > 0) await network.advance(missing)
  return { client, txHash, raw: stored.raw }
}

const takeBack = (world: World, depth: number): Promise<void> =>
  inFork(world, depth, async ({ client, txHash, takeBack: end }) => {
    const { network } = world
    await end([])
    assert.equal(await receiptOf(world, txHash), null)
    await network.resume()
    await untilFollowed(world)
    const [resumed] = await resumeTransactions({ ...client, session: createSession() }, { waitMs: WAIT_MS })
    // A node may have put it into a block before anybody looked.
    assert.equal(resumed?.outcome ?? 'mined', 'mined')
    const receipt = await until(
      'the receipt',
      async () => (await receiptOf(world, txHash)) ?? undefined,
      WAIT_MS,
    )
    assert.equal(receipt.status, '0x1')
  })

const move = (world: World, depth: number): Promise<void> =>
  inFork(world, depth, async ({ client, txHash, raw, takeBack: end }) => {
    await end([raw])
    const receipt = await receiptOf(world, txHash)
    assert.equal(receipt?.status, '0x1')
    await untilFollowed(world)
    const steps: Progress['step'][] = []
    const onProgress = ({ step }: Progress) => void steps.push(step)
    assert.deepEqual(await republishTakenBack(client, { onProgress }), [])
    assert.deepEqual(steps, [])
    const [stored] = await storedBy(client)
    assert.equal(stored?.block, Number(receipt.blockNumber))
  })

/** Until the index has the ledger's own blocks, up to its head. */
async function untilFollowed(world: World): Promise<void> {
  const { rpc }: Network = world.network
  const { registrar } = openedIn(world).platform.clients
  await until(
    'the index',
    async () => {
      const { indexedBlock } = await call(registrar, 'syncStatus')
      return indexedBlock !== null && indexedBlock >= (await headOf(rpc)) - 1
    },
    WAIT_MS,
  )
}

async function awaitFinality(world: World): Promise<void> {
  const { network } = world
  const client = device(world)
  const steps: Progress['step'][] = []
  const indexed = Promise.withResolvers<void>()
  const sending = openAccount(world, client, {
    until: 'final',
    onProgress: ({ step }) => {
      steps.push(step)
      if (step === 'indexed') indexed.resolve()
    },
  })
  await Promise.race([indexed.promise, sending])
  if (network.confirmations !== '0') await network.advance(Number(network.confirmations) || 1)
  const { txHash } = await sending
  assert.equal(steps.at(-1), 'final')
  assert.equal((await receiptOf(world, txHash))?.status, '0x1')
  assert.deepEqual(await storedBy(client), [])
}
