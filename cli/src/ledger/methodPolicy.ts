/** What the front does with a method: pass it to anvil, answer it itself, or refuse it. */
export type MethodPolicy = 'read' | 'publish' | 'moveTime' | 'mineEmpty' | 'noTip' | 'subscribe' | 'refuse'

const own: Readonly<Record<string, MethodPolicy>> = {
  eth_sendRawTransaction: 'publish',
  // The two ways to move the ledger's clock; both go through the journal.
  evm_increaseTime: 'moveTime',
  evm_mine: 'mineEmpty',
  // Gas is free here; anvil would suggest a tip of one gwei, which new users could not pay.
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

/** Everything that is not known to leave the chain as it is, is refused: it would bypass the journal. */
export function methodPolicy(method: string): MethodPolicy {
  return own[method] ?? (readable.has(method) ? 'read' : 'refuse')
}
