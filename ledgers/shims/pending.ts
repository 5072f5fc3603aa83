// What clients answer about the pool's transactions. Each shim cites the thread whose behaviour it copies.
import type { RpcCall } from '../../testkit/src/ledger/ledgerProxy.ts'
import type { Ask, Shim } from './startShimmedLedger.ts'
import { isAtPending } from './startShimmedLedger.ts'

type Pool = Readonly<
  Record<'pending' | 'queued', Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>

/**
 * Besu's pending nonce ignores a gap between the ledger and the first transaction in the pool: with 5 transactions in
 * blocks and number 7 waiting it answers 8, not 5. https://github.com/besu-eth/besu/issues/9529
 */
export const besuNonces: Shim = (call, ask) =>
  call.method === 'eth_getTransactionCount' && isAtPending(call)
    ? countFromPool(String(call.params[0]), ask)
    : undefined

async function countFromPool(address: string, ask: Ask): ReturnType<Ask> {
  const [latest, pool] = await Promise.all([
    ask('eth_getTransactionCount', [address, 'latest']),
    ask('txpool_content', []),
  ])
  if (!('result' in latest) || !('result' in pool)) return latest
  const { pending, queued } = pool.result as Pool
  const nonces = new Set(
    [pending, queued].flatMap((part) => Object.keys(part[address.toLowerCase()] ?? {}).map(Number)),
  )
  let next = nonces.size === 0 ? Number(latest.result) : Math.min(...nonces)
  while (nonces.has(next)) next++
  return { result: `0x${next.toString(16)}` }
}

/**
 * Besu has no pending state: `pending` is `latest`, except for nonces.
 * https://github.com/besu-eth/besu-docs/issues/1753, https://github.com/besu-eth/besu/issues/497
 */
export const pendingIsLatest: Shim = (call, ask) =>
  isAtPending(call) && call.method !== 'eth_getTransactionCount' ? atLatest(call, ask) : undefined

/**
 * The nonce too: the pool's transactions do not count.
 * https://github.com/0xPolygon/cdk-erigon/issues/1835
 */
export const pendingNonceIsLatest: Shim = (call, ask) =>
  isAtPending(call) && call.method === 'eth_getTransactionCount' ? atLatest(call, ask) : undefined

const atLatest = ({ method, params }: RpcCall, ask: Ask) =>
  ask(
    method,
    params.map((parameter) => (parameter === 'pending' ? 'latest' : parameter)),
  )

/**
 * The client of ethereumjs refuses `pending` in a call as an invalid parameter.
 * https://github.com/ethereumjs/ethereumjs-monorepo, packages/client/src/rpc/modules/eth.ts
 */
export const refusedPendingCalls: Shim = (call) =>
  isAtPending(call) && (call.method === 'eth_call' || call.method === 'eth_estimateGas')
    ? Promise.resolve({ error: { code: -32602, message: '"pending" is not yet supported' } })
    : undefined

/**
 * Transactions in the pool are not found by their hash, only those in blocks.
 * https://github.com/NethermindEth/nethermind/issues/1913, https://github.com/0xPolygon/zkevm-node/issues/1206
 */
export const hiddenPool: Shim = (call, ask) =>
  call.method === 'eth_getTransactionByHash' ? minedAlone(call, ask) : undefined

async function minedAlone({ method, params }: RpcCall, ask: Ask): ReturnType<Ask> {
  const answer = await ask(method, params)
  const found = 'result' in answer ? (answer.result as { blockNumber: string | null } | null) : null
  return 'result' in answer && found?.blockNumber === null ? { result: null } : answer
}
