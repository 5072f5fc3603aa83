import { RpcError } from './createRpc.ts'
import { methodPolicy } from './methodPolicy.ts'
import type { Ledger } from './openLedger.ts'

export type RpcCall = { readonly id?: unknown; readonly method: string; readonly params?: unknown }
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: unknown } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
)

/** The front's own answer to a call; undefined where the call is for anvil. */
export async function answerCall(
  ledger: Ledger,
  call: RpcCall,
  canSubscribe: boolean,
): Promise<RpcAnswer | undefined> {
  try {
    const result = await resultOf(ledger, call, canSubscribe)
    return result === forAnvil ? undefined : { jsonrpc: '2.0', id: call.id ?? null, result }
  } catch (error) {
    return refusal(call.id, error)
  }
}

export function refusal(id: unknown, error: unknown): RpcAnswer {
  const { code, message } = error instanceof RpcError ? error : new RpcError(-32603, (error as Error).message)
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } }
}

/** Whether a value that came as JSON is a call at all. */
export function isCall(value: unknown): value is RpcCall {
  return typeof value === 'object' && value !== null && typeof (value as RpcCall).method === 'string'
}

const forAnvil = Symbol('for anvil')

async function resultOf(
  ledger: Ledger,
  { method, params }: RpcCall,
  canSubscribe: boolean,
): Promise<unknown> {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  switch (methodPolicy(method)) {
    case 'read':
      return forAnvil
    case 'publish':
      return ledger.publish(first)
    case 'moveTime':
      return ledger.moveTime(Number(first))
    case 'mineEmpty':
      if (first !== undefined) throw new RpcError(-32602, 'evm_mine takes no parameters here')
      await ledger.moveTime(0)
      return '0x0'
    case 'noTip':
      return '0x0'
    case 'subscribe':
      if (!canSubscribe) throw new RpcError(-32601, 'subscriptions need a WebSocket')
      return forAnvil
    default:
      throw new RpcError(
        -32601,
        `${method} is not available: only what the journal keeps may change this ledger`,
      )
  }
}
