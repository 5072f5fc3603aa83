// The consensus of a test network: it drives execution clients over their Engine API, block after block, and can keep one of
// them out, so that two chains grow and one of them takes back the other's blocks.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

type Hash = `0x${string}`
type Payload = { blockNumber: Hash; blockHash: Hash; parentHash: Hash; timestamp: Hash }
type Head = { number: number; hash: Hash; timestamp: number }

export type Consensus = {
  head: () => Head
  /** No blocks come until `resume`. */
  pause: () => Promise<void>
  resume: () => void
  /** The node gets no more blocks. */
  cutOff: (node: number) => void
  /** The node gets the blocks that it has missed. */
  join: (node: number) => Promise<void>
  /** The node makes as many blocks of its own as it has missed, and one more: all others follow it. */
  overtake: (node: number) => Promise<void>
  stop: () => Promise<void>
}

export type ConsensusOptions = {
  /** Of the Engine APIs. */
  urls: readonly string[]
  /** 32 bytes, which the clients know. */
  secret: Uint8Array
  genesis: Hash
  blockMs: number
}

const ROOT: Hash = `0x${'00'.repeat(32)}`
const COINBASE: Hash = `0x${'c0'.repeat(20)}`
/** A client needs a moment to fill a block from its pool. */
const BUILD_MS = 250
/** As on Ethereum, nothing that is final is taken back; here after so many blocks. */
const FINAL_AFTER = 16

/** `const consensus = startConsensus({ urls, secret, genesis, blockMs: 1000 })` */
export function startConsensus({ urls, secret, genesis, blockMs }: ConsensusOptions): Consensus {
  const payloads = new Map<Hash, Payload>()
  let chain: Head[] = [{ number: 0, hash: genesis, timestamp: 0 }]
  const absent = new Set<number>()
  let isPaused = false
  let isStopped = false
  let turn = Promise.resolve()
  let leader = 0

  const head = (): Head => chain.at(-1) as Head
  const ask = <Result>(node: number, method: string, params: unknown[]): Promise<Result> =>
    askEngine<Result>(urls[node] ?? '', secret, method, params)

  const choose = (node: number, at: readonly Head[], attributes: object | null) => {
    const headBlockHash = at.at(-1)?.hash
    const finalizedBlockHash = at.at(-1 - FINAL_AFTER)?.hash ?? ROOT
    const state = { headBlockHash, safeBlockHash: finalizedBlockHash, finalizedBlockHash }
    return ask<{ payloadId: Hash | null }>(node, 'engine_forkchoiceUpdatedV3', [state, attributes])
  }

  /** The next block of this chain, made by this node. */
  async function make(node: number, at: readonly Head[]): Promise<Head> {
    const parent = at.at(-1) as Head
    const timestamp = Math.max(Math.floor(Date.now() / 1000), parent.timestamp + 1)
    const { payloadId } = await choose(node, at, {
      timestamp: `0x${timestamp.toString(16)}`,
      prevRandao: ROOT,
      suggestedFeeRecipient: COINBASE,
      withdrawals: [],
      parentBeaconBlockRoot: ROOT,
    })
    if (payloadId === null) throw new Error(`Node ${node} makes no block on ${parent.hash}.`)
    await sleep(BUILD_MS)
    const made = await ask<{ executionPayload: Payload }>(node, 'engine_getPayloadV3', [payloadId])
    const payload = made.executionPayload
    payloads.set(payload.blockHash, payload)
    return { number: Number(payload.blockNumber), hash: payload.blockHash, timestamp }
  }

  async function give(node: number, at: readonly Head[], from: number): Promise<void> {
    for (const { hash } of at.slice(from))
      await ask(node, 'engine_newPayloadV3', [payloads.get(hash), [], ROOT])
    await choose(node, at, null)
  }

  const members = () => urls.map((_, node) => node).filter((node) => !absent.has(node))
  /** A node that is down gets its blocks when it joins. */
  const giveAll = (from: number) =>
    Promise.all(members().map((node) => give(node, chain, from).catch(() => undefined)))

  async function step(): Promise<void> {
    const able = members()
    leader = able[(able.indexOf(leader) + 1) % able.length] ?? 0
    const next = await make(leader, chain).catch(() => undefined)
    if (next === undefined) return
    chain = [...chain, next]
    await giveAll(chain.length - 1)
  }

  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work, work))
  const running = (async () => {
    while (!isStopped) {
      await sleep(blockMs)
      if (!isPaused && !isStopped) await inTurn(step)
    }
  })()
  const seen = new Map<number, number>()

  return {
    head,
    pause() {
      isPaused = true
      return inTurn(async () => undefined)
    },
    resume() {
      isPaused = false
    },
    cutOff(node) {
      absent.add(node)
      seen.set(node, chain.length)
    },
    join: (node) =>
      inTurn(async () => {
        // A client that was killed may have lost all that it had not written.
        await give(node, chain, 1)
        absent.delete(node)
      }),
    overtake: (node) =>
      inTurn(async () => {
        const from = seen.get(node) ?? chain.length
        let own = chain.slice(0, from)
        while (own.length <= chain.length) {
          const next = await make(node, own)
          own = [...own, next]
          await give(node, own, own.length - 1)
        }
        chain = own
        absent.delete(node)
        await giveAll(from)
      }),
    async stop() {
      isStopped = true
      await running
    },
  }
}

async function askEngine<Result>(
  url: string,
  secret: Uint8Array,
  method: string,
  params: unknown[],
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(secret)}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result: Result; error?: { message: string } }
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

/** A JWT of this second, as the Engine API wants it. */
function tokenOf(secret: Uint8Array): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000) })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
