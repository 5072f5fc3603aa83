// The Engine API of execution clients: what a consensus client asks of them.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Hash = `0x${string}`
export type Head = { number: number; hash: Hash; timestamp: number }
type Chain = readonly Head[]
type Payload = { blockNumber: Hash; blockHash: Hash }

export type Engines = {
  /** The next block of this chain, made by this node, at this time in seconds. */
  make: (node: number, chain: Chain, now: number) => Promise<Head>
  /** Gives the node the chain's blocks from this index on, and makes it follow the last. */
  give: (node: number, chain: Chain, from: number) => Promise<void>
}

const ROOT: Hash = `0x${'00'.repeat(32)}`
const COINBASE: Hash = `0x${'c0'.repeat(20)}`
/** A client needs a moment to fill a block from its pool. */
const BUILD_MS = 250
/** As on Ethereum, nothing that is final is taken back; here after so many blocks. */
const FINAL_AFTER = 16

/** `secret`: the 32 bytes that the clients know. `openEngines(['http://127.0.0.1:8551'], secret)` */
export function openEngines(urls: readonly string[], secret: Uint8Array): Engines {
  const payloads = new Map<Hash, Payload>()
  const ask = <Result>(node: number, method: string, params: unknown[]): Promise<Result> =>
    askEngine<Result>(urls[node] ?? '', secret, method, params)

  const follow = (node: number, chain: Chain, attributes: object | null) => {
    const headBlockHash = chain.at(-1)?.hash
    const finalizedBlockHash = chain.at(-1 - FINAL_AFTER)?.hash ?? ROOT
    const state = { headBlockHash, safeBlockHash: finalizedBlockHash, finalizedBlockHash }
    return ask<{ payloadId: Hash | null }>(node, 'engine_forkchoiceUpdatedV3', [state, attributes])
  }

  return {
    async make(node, chain, now) {
      const before = chain.at(-1)?.timestamp ?? 0
      const timestamp = Math.max(now, before + 1)
      const { payloadId } = await follow(node, chain, {
        timestamp: `0x${timestamp.toString(16)}`,
        prevRandao: ROOT,
        suggestedFeeRecipient: COINBASE,
        withdrawals: [],
        parentBeaconBlockRoot: ROOT,
      })
      if (payloadId === null) throw new Error(`Node ${node} makes no block.`)
      await sleep(BUILD_MS)
      const { executionPayload } = await ask<{ executionPayload: Payload }>(node, 'engine_getPayloadV3', [
        payloadId,
      ])
      payloads.set(executionPayload.blockHash, executionPayload)
      return { number: Number(executionPayload.blockNumber), hash: executionPayload.blockHash, timestamp }
    },
    async give(node, chain, from) {
      for (const { hash } of chain.slice(from))
        await ask(node, 'engine_newPayloadV3', [payloads.get(hash), [], ROOT])
      await follow(node, chain, null)
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
