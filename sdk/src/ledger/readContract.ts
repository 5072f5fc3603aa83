// Contract state, read through the tenant's server.
import { BlockNumber } from '@connex/protocol'
import type { Address, TxHash } from '@connex/protocol'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { asLedgerError } from './asLedgerError.ts'
import type { NonceCounts } from './nonces.ts'
import type { BlockTag } from './transaction.ts'

type Reading = 'pure' | 'view'
type Names<Contract extends Abi> = ContractFunctionName<Contract, Reading>

/**
 * Reads a contract's view by name, arguments and answer typed by the ABI, through the tenant's own server.
 *
 * @example
 * const { state } = await readContract(client, deliveryManagerAbi, deliveryManager, 'deliveries', [deliveryId])
 */
export async function readContract<const Contract extends Abi, const Name extends Names<Contract>>(
  client: Client,
  abi: Contract,
  to: Address,
  functionName: Name,
  args: ContractFunctionArgs<Contract, Reading, Name>,
  { block = 'latest', ...control }: CallControl & { block?: BlockTag } = {},
): Promise<ContractFunctionReturnType<Contract, Reading, Name>> {
  requireClient(client)
  // Checked above by name; inside, any ABI will do.
  const plain: { abi: Abi; functionName: string; args: readonly unknown[] } = {
    abi,
    functionName,
    args: args as readonly unknown[],
  }
  const at = typeof block === 'number' ? `0x${block.toString(16)}` : block
  const data = await ask(client, [{ to, data: encodeFunctionData(plain) }, at], control)
  if (!isHex(data)) throw new ClientError('unexpectedAnswer', functionName)
  return decodeFunctionResult({ ...plain, data }) as ContractFunctionReturnType<Contract, Reading, Name>
}

const ask = (client: Client, parameters: unknown[], control: CallControl): Promise<unknown> =>
  rpc(client, 'eth_call', parameters, control).catch(async (error: unknown) => {
    throw await asLedgerError(error)
  })

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)

/** One read-only ledger method, through the tenant's own server: the provider behind every look at contract state. */
export async function rpc(
  client: Client,
  method: string,
  params: unknown[],
  control: CallControl = {},
): Promise<unknown> {
  return (await call(client, 'rpc', { ...control, body: { method, params } })).result
}

export type LedgerAccount = NonceCounts & { balance: bigint }

/** The wallet's balance in wei, and how many of its transactions are in blocks, and in the pool. */
export async function readAccount(client: Client, control: CallControl = {}): Promise<LedgerAccount> {
  const { nonce, latestNonce, balance } = await call(client, 'account', control)
  const latest = latestNonce ?? (await readLatestNonce(client, control))
  return { latest, pending: nonce, balance: BigInt(balance) }
}

/** How many of the wallet's transactions are in blocks: one with a lower nonce is there, or never will be. */
export async function readLatestNonce(client: Client, control: CallControl = {}): Promise<number> {
  if (client.signer === undefined) throw new ClientError('walletNotInitialized')
  return Number(await rpc(client, 'eth_getTransactionCount', [client.signer.address, 'latest'], control))
}

/** Undefined while no block has the transaction. `await receiptOf(client, txHash)` → { block: 12, succeeded: true } */
export async function receiptOf(client: Client, txHash: TxHash, signal: AbortSignal | undefined) {
  const receipt = await rpc(client, 'eth_getTransactionReceipt', [txHash], { signal })
  if (typeof receipt !== 'object' || receipt === null) return undefined
  if (!('blockNumber' in receipt) || !('status' in receipt)) return undefined
  return { block: BlockNumber.parse(Number(receipt.blockNumber)), succeeded: Number(receipt.status) === 1 }
}
