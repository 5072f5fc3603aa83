import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { ApiErrorCode } from '../errors.ts'
import { Address, BlockNumber, HexData, Quantity, TxHash } from '../scalars.ts'

/** Why a signed transaction is not published, whichever call brings it. */
export const PUBLISHING_ERRORS: readonly ApiErrorCode[] = [
  'transactionMalformed',
  'transactionForeignChain',
  'transactionTypeUnsupported',
  'transactionTooMuchGas',
  'transactionUnknownContract',
  'transactionForeignSender',
  'signatureRevoked',
  'gasTooLow',
  'nonceUsed',
  'nonceGap',
  'balanceTooLow',
  'gasPriceTooLow',
  'ledgerRefused',
  'ledgerFailed',
]

/** The read-only methods that `rpc` offers. */
export const LEDGER_METHODS = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
] as const

export const ledgerApi = {
  account: endpoint({
    method: 'GET',
    path: '/dlt/eth/account',
    summary: "The signing user's ledger account, or the one in the query",
    query: z.object({ address: z.optional(Address) }),
    response: z.object({
      balance: Quantity,
      /** With the transactions in the pool of the server's node, as far as that counts them. */
      nonce: z.number(),
      /** With the transactions in blocks alone. Missing on older servers. */
      latestNonce: z.optional(z.number()),
    }),
    errors: ['ledgerFailed'],
  }),
  publishRawTx: endpoint({
    method: 'POST',
    path: '/dlt/eth/publish-raw-tx',
    summary: 'Publishes a signed ledger transaction; publishing it again answers the same hash',
    body: z.object({ rawTransaction: HexData }),
    response: z.object({ transactionHash: TxHash }),
    errors: PUBLISHING_ERRORS,
  }),
  rpc: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/dlt/eth/rpc',
    summary:
      'Reads contract state through the server, with a list of read-only methods. Calls go only to contracts of the platform, with limited gas and without state overrides',
    body: z.object({ method: z.string().check(z.maxLength(64)), params: z.optional(z.array(z.unknown())) }),
    response: z.object({ result: z.unknown() }),
    errors: [
      'methodNotAllowedOnLedger',
      'contractUnknown',
      'gasTooLow',
      'balanceTooLow',
      'contractRefused',
      'ledgerRefused',
      'ledgerFailed',
    ],
  }),
  syncStatus: endpoint({
    method: 'GET',
    path: '/dlt/eth/sync-status',
    summary: 'How far this server has read the ledger',
    query: z.object({ eventType: z.optional(z.string().check(z.maxLength(100))) }),
    response: z.object({
      indexedBlock: z.nullable(BlockNumber),
      ledgerBlock: z.nullable(BlockNumber),
      isSynced: z.boolean(),
      /** The last block that the server has read and no chain reorg takes back. Missing on older servers. */
      finalBlock: z.optional(z.nullable(BlockNumber)),
      /**
       * How many blocks an upgraded server has yet to read a second time, beside its other work; until then the registration of
       * an older contract stops the index. Missing on older servers.
       */
      pastBlocks: z.optional(z.nullable(z.number())),
      /** For each type of event that the server reads, or for the one in the query. */
      eventTypes: z.array(z.object({ eventType: z.string(), indexedBlock: z.nullable(BlockNumber) })),
    }),
  }),
}
