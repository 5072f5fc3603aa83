// Ledgers whose blocks are not final at once.
import assert from 'node:assert/strict'
import { createSession } from '../../sdk/src/client/client.ts'
import { call } from '../../sdk/src/http/call.ts'
import { republishTakenBack, resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Progress } from '../../sdk/src/ledger/transaction.ts'
import { until } from '../../testkit/src/machine.ts'
import { able } from '../networks/network.ts'
import type { Network } from '../networks/network.ts'
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

/** In a block, with so many blocks since the fork began. */
async function sendInFork(world: World, depth: number) {
  const { network } = world
  const client = device(world)
  const fork = await able(network.fork)()
  const before = await headOf(network.rpc)
  const { txHash } = await openAccount(world, client)
  const [stored] = await storedBy(client)
  assert.equal(stored?.txHash, txHash)
  const missing = before + depth - (await headOf(network.rpc))
  if (missing > 0) await network.advance(missing)
  return { client, fork, txHash, raw: stored.raw }
}

async function takeBack(world: World, depth: number): Promise<void> {
  const { network } = world
  const { client, fork, txHash } = await sendInFork(world, depth)
  await fork.takeBack([])
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
}

async function move(world: World, depth: number): Promise<void> {
  const { network } = world
  const { client, fork, txHash, raw } = await sendInFork(world, depth)
  await fork.takeBack([raw])
  const receipt = await receiptOf(world, txHash)
  assert.equal(receipt?.status, '0x1')
  await untilFollowed(world)
  const steps: Progress['step'][] = []
  const onProgress = ({ step }: Progress) => void steps.push(step)
  assert.deepEqual(await republishTakenBack(client, { onProgress }), [])
  assert.deepEqual(steps, [])
  const [stored] = await storedBy(client)
  assert.equal(stored?.block, Number(receipt.blockNumber))
  await network.resume()
}

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
