import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPublicClient,
  decodeErrorResult,
  defineChain,
  http,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Address, Chain, Hex, LocalAccount, PublicClient, TransactionReceipt, Transport } from 'viem'
import { errorsAbi } from '../../generated/errors.ts'

/** A ledger to send to. `gasPrice` in wei; the specification's default is 1. */
export type Ledger = { client: PublicClient<Transport, Chain>; gasPrice: bigint }

export type LedgerParameters = {
  chainId: number
  /** The URL of the ledger, or a viem transport, for instance one with a journal. */
  rpcUrl?: string
  transport?: Transport
  gasPrice?: bigint
}

/** `openLedger({ rpcUrl: 'http://127.0.0.1:8545', chainId: 31337 })` */
export function openLedger({ chainId, rpcUrl, transport, gasPrice = 1n }: LedgerParameters): Ledger {
  const chain = defineChain({
    id: chainId,
    name: `ledger ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: rpcUrl === undefined ? [] : [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport: transport ?? http(rpcUrl), pollingInterval: 50 })
  return { client, gasPrice }
}

const LIMIT_MS = 180_000
const POLL_MS = 20

/**
 * Waits until a transaction is in a block. viem's own function polls again only after a new block, and misses a block made
 * during its first request; on an idle ledger it would then wait forever.
 * `const { status } = await awaitReceipt(ledger, hash)`
 */
export async function awaitReceipt({ client }: Ledger, hash: Hex): Promise<TransactionReceipt> {
  const end = Date.now() + LIMIT_MS
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
    if (receipt !== undefined) return receipt
    if (Date.now() > end) throw new Error(`Transaction ${hash} is in no block after ${LIMIT_MS / 1000} s.`)
    await sleep(POLL_MS)
  }
}

/** The specification's default gas limit. */
export const GAS_LIMIT = 16_000_000n

export type Message = { to?: Address; data?: Hex; value?: bigint }

/** A transaction that the ledger mined and reverted; `reason` is its typed error where it has one. */
export class TransactionRefusedError extends Error {
  override readonly name = 'TransactionRefusedError'
  readonly reason: string | undefined
  constructor(step: string, reason: string | undefined) {
    super(`${step}: refused by the ledger${reason === undefined ? '' : ` with ${reason}`}`)
    this.reason = reason
  }
}

/** Signs, publishes, and waits until mined. An error names the `step`. */
export async function send(
  ledger: Ledger,
  account: LocalAccount,
  step: string,
  message: Message,
): Promise<TransactionReceipt> {
  const { client, gasPrice } = ledger
  const serializedTransaction = await account.signTransaction({
    type: 'legacy',
    chainId: client.chain.id,
    // Each transaction is in a block before the next one; what clients count of their pool differs.
    nonce: await client.getTransactionCount({ address: account.address, blockTag: 'latest' }),
    gas: GAS_LIMIT,
    gasPrice,
    ...message,
  })
  const hash = await client.sendRawTransaction({ serializedTransaction })
  const receipt = await awaitReceipt(ledger, hash)
  if (receipt.status === 'success') return receipt
  throw new TransactionRefusedError(step, await findReason(ledger, account, message))
}

/** Repeats the call without sending it, to find the reason of the revert. */
async function findReason(
  ledger: Ledger,
  account: LocalAccount,
  message: Message,
): Promise<string | undefined> {
  try {
    await ledger.client.call({ account: account.address, gas: GAS_LIMIT, ...message })
    return undefined
  } catch (error) {
    const data = revertData(error)
    return data === undefined ? undefined : describe(data)
  }
}

/** `describe('0x…')` → 'TenantNameTaken(Alpenbank)' */
function describe(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: errorsAbi, data })
    return `${errorName}(${(args ?? []).map(String).join(', ')})`
  } catch {
    return data
  }
}

/** viem nests the node's answer in causes; the innermost one carries the revert's data. */
function revertData(error: unknown): Hex | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('data' in error && typeof error.data === 'string' && error.data.startsWith('0x'))
    return error.data as Hex
  return 'cause' in error ? revertData(error.cause) : undefined
}
