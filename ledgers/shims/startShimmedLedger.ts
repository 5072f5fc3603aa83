// A ledger that answers like another client: anvil behind a proxy that changes some of its answers.
import { askRpc, startLedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import type { Answer, LedgerProxy, RpcCall } from '../../testkit/src/ledger/ledgerProxy.ts'

export type Ask = (method: string, params: readonly unknown[]) => Promise<Answer>

/** One habit of a client. Undefined: the next shim, or the ledger itself, answers. */
export type Shim = (call: RpcCall, ask: Ask) => Promise<Answer> | undefined

/**
 * A proxy with these habits; a shim's own questions pass the shims after it.
 *
 * @example
 * const { url } = await startShimmedLedger(anvil.rpcUrl, [besuNonces, pendingIsLatest])
 */
export async function startShimmedLedger(rpcUrl: string, shims: readonly Shim[]): Promise<LedgerProxy> {
  const answer = (call: RpcCall, [shim, ...others]: readonly Shim[]): Promise<Answer> =>
    shim?.(call, (method, params) => answer({ ...call, method, params: [...params] }, others)) ??
    (shim === undefined ? askRpc(rpcUrl, call) : answer(call, others))
  const proxy = await startLedgerProxy(rpcUrl)
  proxy.intercept = (call) => answer(call, shims)
  return proxy
}

/** The block parameter of the methods that have one. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getBlockByNumber: 0,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
}

/** Whether the call asks for the state with the pool's transactions in it. */
export const isAtPending = ({ method, params }: RpcCall): boolean => {
  const position = BLOCK_AT[method]
  return position !== undefined && params[position] === 'pending'
}
