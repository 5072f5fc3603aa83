import { decodeErrorResult } from 'viem'
import type { Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { errorsAbi } from '../../generated/errors.ts'
import { awaitReceipt } from './awaitReceipt.ts'
import type { Ledger } from './ledger.ts'

/** The specification's default gas limit. */
const GAS_LIMIT = 16_000_000n

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

/** Signs, publishes, and waits until mined. `step` is what an operator reads where it fails. */
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
    nonce: await client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    gas: GAS_LIMIT,
    gasPrice,
    ...message,
  })
  const hash = await client.sendRawTransaction({ serializedTransaction })
  const receipt = await awaitReceipt(ledger, hash)
  if (receipt.status === 'success') return receipt
  throw new TransactionRefusedError(step, await findReason(ledger, account, message))
}

/** Makes the call once more without sending it, to learn why it reverts. */
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
