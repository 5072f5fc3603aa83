import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hash, type Hex, keccak256 } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createRpc, RpcError, type Rpc } from './rpc.ts'
import { type RunningLedger, startLedger } from './startLedger.ts'
import { accountAt, newDirectory, receiptOf, sign } from '../../../testkit/src/cli/testLedger.ts'
import { unusedPort } from '../../../testkit/src/machine.ts'

let ledger: RunningLedger | undefined
afterEach(() => ledger?.stop())

const kinds = ['anvil', 'front', 'both'] as const
const senders = [0, 1, 2, 3]

test('no acknowledged transaction is lost in 20 random kills under load, and no block changes', async () => {
  const [directory, port] = [newDirectory(), await unusedPort()]
  const random = seeded(20)
  ledger = await startLedger({ directory, port })
  const rpc = createRpc(port)
  const acknowledged = new Map<Hash, { number: Hex; hash: Hash }>()
  const load = { isOn: true }
  const loads = senders.map((sender) => publishOn(rpc, sender, acknowledged, load))
  for (let kill = 0; kill < 20; kill++) {
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + 5)
    await sleep(200 * random())
    const kind = kinds[Math.floor(random() * kinds.length)]!
    if (kind !== 'front') killIfAlive(anvilPid(directory))
    if (kind === 'anvil') continue
    killIfAlive(ledger.pid())
    await ledger.stop()
    ledger = await startLedger({ directory, port })
  }
  await sleep(500)
  load.isOn = false
  const counts = await Promise.all(loads)
  expect(acknowledged.size).toBeGreaterThan(100)
  expect(acknowledged.size).toBe(counts.reduce((sum, count) => sum + count, 0))
  await expectAll(rpc, acknowledged)
  await ledger.stop()
  ledger = await startLedger({ directory, port })
  await expectAll(createRpc(port), acknowledged)
}, 120_000)

/** Publishes one transaction after another, and again without an answer, as a client would. */
async function publishOn(
  rpc: Rpc,
  sender: number,
  acknowledged: Map<Hash, { number: Hex; hash: Hash }>,
  load: { isOn: boolean },
): Promise<number> {
  let nonce = 0
  for (; load.isOn; nonce++) {
    const raw = await sign(sender, { nonce, to: accountAt(9).address, value: 1n })
    const hash = await persistently(() => rpc<Hash>('eth_sendRawTransaction', raw))
    expect(hash).toBe(keccak256(raw))
    const receipt = await persistently(() => receiptOf(rpc, hash))
    expect(receipt).not.toBeNull()
    acknowledged.set(hash, { number: receipt!.blockNumber, hash: receipt!.blockHash })
  }
  return nonce
}

async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      // A refusal is final.
      if (error instanceof RpcError) throw error
      await sleep(50)
    }
  }
}

async function expectAll(rpc: Rpc, acknowledged: Map<Hash, { number: Hex; hash: Hash }>): Promise<void> {
  for (const [hash, block] of acknowledged) {
    const receipt = await receiptOf(rpc, hash)
    expect({ of: hash, number: receipt?.blockNumber, hash: receipt?.blockHash }).toEqual({
      of: hash,
      ...block,
    })
  }
}

function anvilPid(directory: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(directory, 'anvil.pid'), 'utf8')) as { pid: number }).pid
  } catch {
    return undefined
  }
}

function killIfAlive(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The same kills in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
