import { type Hash, type Hex, keccak256 } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { createRpc, RpcError } from '../ledger/rpc.ts'
import { accountAt, receiptOf, sign } from '../../../testkit/src/cli/testLedger.ts'
import {
  killAtOnce,
  planSandbox,
  partsOf,
  startTestSandbox,
  supervisorOf,
} from '../../../testkit/src/cli/testSandbox.ts'

const place = await planSandbox()
const rpc = createRpc(place.ledgerPort)
let sandbox = await startTestSandbox(place)
afterAll(() => killAtOnce([supervisorOf(sandbox), ...partsOf(place)]))

test('in 20 random kills of any processes under load no acknowledged transaction is lost', async () => {
  const load = { isOn: true }
  const acknowledged = new Map<Hash, Hash>()
  const loads = [3, 4].map((sender) => publishOn(sender, acknowledged, load))
  for (let kill = 0; kill < 20; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 4000 * Math.random()))
    const supervisor = supervisorOf(sandbox)
    const victims = [supervisor, ...partsOf(place)].filter(() => Math.random() < 0.4)
    killAtOnce(victims)
    if (supervisor && victims.includes(supervisor)) {
      await sandbox.exited
      sandbox = await startTestSandbox(place)
    }
  }
  const { size } = acknowledged
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(size)
  load.isOn = false
  await Promise.all(loads)
  for (const [hash, blockHash] of acknowledged) {
    expect((await persistently(() => receiptOf(rpc, hash)))?.blockHash).toBe(blockHash)
  }
  await expect.poll(indexedEverything, { timeout: 60_000 }).toBe(true)
}, 900_000)

async function publishOn(
  sender: number,
  acknowledged: Map<Hash, Hash>,
  load: { isOn: boolean },
): Promise<void> {
  for (let nonce = 0; load.isOn; nonce++) {
    const raw = await sign(sender, { nonce, to: accountAt(6).address, value: 1n })
    const hash = await persistently(() => rpc<Hash>('eth_sendRawTransaction', raw))
    expect(hash).toBe(keccak256(raw))
    acknowledged.set(hash, (await persistently(() => receiptOf(rpc, hash)))!.blockHash)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until the servers have indexed the last block. */
async function indexedEverything(): Promise<boolean> {
  try {
    const head = Number(await rpc<Hex>('eth_blockNumber'))
    const answers = sandbox.description.servers.map(async ({ url }) => {
      const response = await fetch(`${url}/api/v6/health`)
      return (await response.json()) as { status: string; indexedBlock: number }
    })
    return (await Promise.all(answers)).every(
      ({ status, indexedBlock }) => status === 'ok' && indexedBlock >= head,
    )
  } catch {
    return false
  }
}

async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      // A refusal is final.
      if (error instanceof RpcError) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
