import type { Ledger } from './openLedger.ts'
import { RpcError } from './rpc.ts'

export type RpcCall = { readonly id?: unknown; readonly method: string; readonly params?: unknown }
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: unknown } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
)

/** The front's answer to a call; undefined if the call is for anvil. */
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

/** Whether parsed JSON is a call. */
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
    case 'setBlockTime':
      ledger.setBlockTime(Number(first))
      return null
    case 'noTip':
      return '0x0'
    case 'subscribe':
      if (!canSubscribe) throw new RpcError(-32601, 'subscriptions need a WebSocket')
      return forAnvil
    default:
      throw new RpcError(-32601, `${method} is not available: only journaled calls may change this ledger`)
  }
}

/** Whether the front passes a method to anvil, answers it, or refuses it. */
export type MethodPolicy =
  'read' | 'publish' | 'moveTime' | 'mineEmpty' | 'setBlockTime' | 'noTip' | 'subscribe' | 'refuse'

const own: Readonly<Record<string, MethodPolicy>> = {
  eth_sendRawTransaction: 'publish',
  // The two ways to move the ledger's clock; both go through the journal.
  evm_increaseTime: 'moveTime',
  evm_mine: 'mineEmpty',
  // In seconds; 0 for a block with each transaction. Until the ledger's process ends.
  evm_setIntervalMining: 'setBlockTime',
  // Blocks are never full here, so none is needed; anvil would suggest ten times the first base fee.
  eth_maxPriorityFeePerGas: 'noTip',
  eth_subscribe: 'subscribe',
  eth_unsubscribe: 'subscribe',
}

const readable = new Set(
  `
  web3_clientVersion web3_sha3
  net_version net_listening net_peerCount
  eth_chainId eth_syncing eth_blockNumber eth_accounts eth_protocolVersion eth_gasPrice eth_feeHistory
  eth_blobBaseFee eth_estimateGas eth_createAccessList eth_call eth_simulateV1 eth_getBalance eth_getCode
  eth_getStorageAt eth_getProof eth_getAccount eth_getAccountInfo eth_getTransactionCount
  eth_getBlockByNumber eth_getBlockByHash eth_getHeaderByNumber eth_getHeaderByHash
  eth_getBlockTransactionCountByNumber eth_getBlockTransactionCountByHash eth_getBlockReceipts
  eth_getUncleCountByBlockNumber eth_getUncleCountByBlockHash eth_getTransactionByHash
  eth_getTransactionReceipt eth_getRawTransactionByHash eth_getTransactionByBlockNumberAndIndex
  eth_getTransactionByBlockHashAndIndex eth_getTransactionBySenderAndNonce eth_getLogs eth_newFilter
  eth_newBlockFilter eth_newPendingTransactionFilter eth_uninstallFilter eth_getFilterChanges
  eth_getFilterLogs
  txpool_status txpool_inspect txpool_content
  debug_traceTransaction debug_traceCall debug_traceBlockByNumber debug_traceBlockByHash
  trace_transaction trace_block trace_filter
  `.match(/\w+/g),
)

/** A method that is not known to be read-only is refused: it could bypass the journal. */
function methodPolicy(method: string): MethodPolicy {
  return own[method] ?? (readable.has(method) ? 'read' : 'refuse')
}
