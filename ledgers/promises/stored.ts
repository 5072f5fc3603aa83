// Signed transactions that a wallet's journal stores until a final block has them.
import assert from 'node:assert/strict'
import { walletOf } from '../../sdk/src/client/client.ts'
import { resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Resumed } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import type { Promised } from './promise.ts'
import {
  WAIT_MS,
  brokenLine,
  device,
  latestNonce,
  openAccount,
  publishAccount,
  restarted,
  storedBy,
  withoutBlocks,
} from './world.ts'
import type { World } from './world.ts'

const resume = (client: Client) => resumeTransactions(client, { waitMs: WAIT_MS })

const outcomesOf = (resumed: readonly Resumed[]) =>
  resumed.map(({ txHash, outcome }) => ({ txHash, outcome }))

/** A device whose line broke before the server had its transaction. */
async function interrupted(world: World): Promise<Client> {
  const client = device(world, brokenLine)
  await assert.rejects(openAccount(world, client), { code: 'keptForLater' })
  return client
}

export const stored: readonly Promised[] = [
  {
    name: 'what a broken line lost is published by the next start, and nothing waits behind it forever',
    prove: (world) =>
      withoutBlocks(world, async (resumeBlocks) => {
        const client = restarted(await interrupted(world))
        const before = await latestNonce(world, client)
        const [first] = await storedBy(client)
        const second = await publishAccount(world, client)
        const resuming = resume(client)
        await resumeBlocks()
        assert.deepEqual(outcomesOf(await resuming), [
          { txHash: first?.txHash, outcome: 'mined' },
          { txHash: second, outcome: 'mined' },
        ])
        assert.equal(await latestNonce(world, client), before + 2)
      }),
  },
  {
    name: 'what waits in the pool is neither forgotten nor reported as replaced',
    prove: (world) =>
      withoutBlocks(world, async (resumeBlocks) => {
        const client = device(world)
        const txHash = await publishAccount(world, client)
        const again = restarted(client)
        await assert.rejects(resumeTransactions(again, { waitMs: 1500 }), { code: 'notMined' })
        assert.equal((await storedBy(again))[0]?.txHash, txHash)
        await resumeBlocks()
        assert.deepEqual(outcomesOf(await resume(again)), [{ txHash, outcome: 'mined' }])
      }),
  },
  {
    name: 'a transaction is replaced only once a block has another one of its nonce',
    async prove(world) {
      const client = await interrupted(world)
      const [first] = await storedBy(client)
      await openAccount(world, device(world))
      const again = restarted(client)
      assert.deepEqual(outcomesOf(await resume(again)), [{ txHash: first?.txHash, outcome: 'replaced' }])
      assert.deepEqual(await storedBy(again), [])
    },
  },
  {
    name: 'a gap before a transaction in the pool is filled by the next one',
    prove: (world) =>
      withoutBlocks(world, async (resumeBlocks) => {
        const client = restarted(await interrupted(world))
        const before = await latestNonce(world, client)
        const later = await publishAccount(world, client)
        // The first is lost: a storage that was cleared in part.
        await client.journal.write(walletOf(client), (await storedBy(client)).slice(1))
        const filling = openAccount(world, client)
        await resumeBlocks()
        await filling
        const outcomes = outcomesOf(await resume(client))
        // It may have come into a block together with the gap's.
        if (outcomes.length > 0) assert.deepEqual(outcomes, [{ txHash: later, outcome: 'mined' }])
        assert.equal(await latestNonce(world, client), before + 2)
      }),
  },
  {
    name: 'a transaction that ends with the pool of its nodes is published again',
    async prove(world) {
      const { network } = world
      const client = device(world)
      const before = await latestNonce(world, client)
      const txHash = await withoutBlocks(world, async () => {
        const published = await publishAccount(world, client)
        await network.losePool([published])
        return published
      })
      assert.deepEqual(outcomesOf(await resume(restarted(client))), [{ txHash, outcome: 'mined' }])
      assert.equal(await latestNonce(world, client), before + 1)
    },
  },
]
