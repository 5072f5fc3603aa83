// What a node answers that does not keep up with the others, or that limits its callers.
import { toHex } from 'viem'
import type { Interceptor, RpcCall } from '../../testkit/src/ledger/ledgerProxy.ts'

/**
 * A node that lacks the newest blocks, as one that was restarted: it knows none of them by number, and its state is older.
 *
 * @example
 * proxy.intercept = lagging(ledger.rpc, 100)
 */
export const lagging =
  (rpc: (method: string, ...params: unknown[]) => Promise<unknown>, newest: number): Interceptor =>
  async ({ method, params }, forward) => {
    if (method === 'eth_blockNumber') return { result: toHex(newest) }
    if (method !== 'eth_getBlockByNumber') return forward()
    if (params[0] === 'latest') return { result: await rpc(method, toHex(newest), params[1]) }
    return Number(params[0]) > newest ? { result: null } : forward()
  }

/** The answer of most hosted nodes, and of gateways: HTTP 429 with the seconds to wait. */
export const limited = (seconds: number): Interceptor => {
  const reply = { status: 429, text: 'too many requests', headers: { 'retry-after': String(seconds) } }
  return () => reply
}

/** A node that takes a transaction and then hangs: nobody knows whether it has it. */
export const hangingAfter =
  (method: string): Interceptor =>
  async (call: RpcCall, forward) => {
    const answer = await forward()
    return call.method === method ? 'silent' : answer
  }
