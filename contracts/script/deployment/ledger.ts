import { setTimeout as sleep } from 'node:timers/promises'
import {
  BaseError,
  createPublicClient,
  decodeErrorResult,
  defineChain,
  http,
  HttpRequestError,
  TimeoutError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Address, Chain, Hex, LocalAccount, PublicClient, TransactionReceipt, Transport } from 'viem'
import { errorsAbi } from '../../generated/errors.ts'
import { DeploymentStoppedError } from './DeploymentStoppedError.ts'
import type { SignedStep, Steps } from './steps.ts'

/**
 * A ledger to send to. `gasPrice` in wei; the specification's default is 1. With `steps` each transaction is one of a
 * deployment's, which a later run may find already signed, published or mined.
 */
export type Ledger = { client: PublicClient<Transport, Chain>; gasPrice: bigint; steps?: Steps }

export type LedgerParameters = {
  chainId: number
  /** The URL of the ledger, or a viem transport, for instance one with a journal. */
  rpcUrl?: string
  /** Of each request to that URL, such as `authorization`. */
  headers?: Readonly<Record<string, string>> | undefined
  transport?: Transport
  gasPrice?: bigint
}

/** `httpTransport({ rpcUrl: 'https://node.example', headers: { authorization: 'Bearer …' } })` */
export const httpTransport = ({ rpcUrl, headers }: Pick<LedgerParameters, 'rpcUrl' | 'headers'>): Transport =>
  http(rpcUrl, headers && { fetchOptions: { headers: { ...headers } } })

/** `openLedger({ rpcUrl: 'http://127.0.0.1:8545', chainId: 31337 })` */
export function openLedger({ chainId, gasPrice = 1n, ...place }: LedgerParameters): Ledger {
  const { rpcUrl, transport = httpTransport(place) } = place
  const chain = defineChain({
    id: chainId,
    name: `ledger ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: rpcUrl === undefined ? [] : [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport, pollingInterval: 50 })
  return { client, gasPrice }
}

/** Where nobody answered a request, or something that is not a ledger did: how it ended. `unansweredIn(error)?.details` */
export function unansweredIn(error: unknown): BaseError | undefined {
  const isOne = (one: unknown) => one instanceof HttpRequestError || one instanceof TimeoutError
  const found = error instanceof BaseError ? error.walk(isOne) : null
  return found instanceof BaseError ? found : undefined
}

const LIMIT_MS = 180_000
/** The first pause between two requests for a receipt, and the longest. */
const POLL_MS = { first: 20, longest: 1000 }

/**
 * Waits until a transaction is in a block. viem's own function polls again only after a new block, and misses a block made
 * during its first request; on an idle ledger it would then wait forever.
 * `const { status } = await awaitReceipt(ledger, hash)`
 */
export async function awaitReceipt(ledger: Ledger, hash: Hex): Promise<TransactionReceipt> {
  const end = Date.now() + LIMIT_MS
  for (let pause = POLL_MS.first; ; pause = Math.min(1.2 * pause, POLL_MS.longest)) {
    const receipt = await findReceipt(ledger, hash)
    if (receipt !== undefined) return receipt
    if (Date.now() > end)
      throw new DeploymentStoppedError(
        'waiting',
        `Transaction ${hash} is in no block after ${LIMIT_MS / 1000} s. Run the same command again to continue.`,
      )
    await sleep(pause)
  }
}

const findReceipt = ({ client }: Ledger, hash: Hex): Promise<TransactionReceipt | undefined> =>
  client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  })

/** The specification's default gas limit. */
export const GAS_LIMIT = 16_000_000n

export type Message = { to?: Address; data?: Hex; value?: bigint }

/** A transaction that the ledger did not take, or mined and reverted; `reason` is its typed error where it has one. */
export class TransactionRefusedError extends Error {
  override readonly name = 'TransactionRefusedError'
  readonly reason: string | undefined
  constructor(step: string, reason: string | undefined, cause?: unknown) {
    super(`${step}: refused by the ledger${reason === undefined ? '' : ` with ${reason}`}`, { cause })
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
  const { client, gasPrice, steps } = ledger
  const sign = (nonce: number): Promise<Hex> =>
    account.signTransaction({
      type: 'legacy',
      chainId: client.chain.id,
      nonce,
      gas: GAS_LIMIT,
      gasPrice,
      ...message,
    })
  const receipt =
    steps === undefined
      ? await publish(ledger, await sign(await nextNonce(ledger, account.address)))
      : await mineStep(ledger, account.address, steps, await steps.sign(step, sign))
  if (receipt.status === 'success') return receipt
  throw new TransactionRefusedError(step, await findReason(ledger, account, message))
}

/** Each transaction is in a block before the next one; what clients count of their pool differs. */
const nextNonce = ({ client }: Ledger, address: Address): Promise<number> =>
  client.getTransactionCount({ address, blockTag: 'latest' })

async function publish(ledger: Ledger, serializedTransaction: Hex): Promise<TransactionReceipt> {
  return awaitReceipt(ledger, await ledger.client.sendRawTransaction({ serializedTransaction }))
}

async function mineStep(
  ledger: Ledger,
  deployer: Address,
  steps: Steps,
  step: SignedStep,
): Promise<TransactionReceipt> {
  const mined = step.isRecorded ? await findReceipt(ledger, step.hash) : undefined
  const receipt =
    mined ??
    (await publish(ledger, step.raw).catch((error: unknown) => acceptTwin(ledger, deployer, step, error)))
  await steps.finish(step, receipt)
  return receipt
}

/** How long a ledger of several nodes may take to agree with itself. */
const AGREEMENT_MS = 5000

/**
 * After the ledger refused a step: an earlier run, or an earlier request whose answer was lost, may have published it.
 *
 * @throws TransactionRefusedError, if neither pool nor blocks have the step and its nonce is free
 * @throws DeploymentStoppedError 'displaced', if another transaction has its nonce
 */
async function acceptTwin(
  ledger: Ledger,
  deployer: Address,
  { name, nonce, hash }: SignedStep,
  refusal: unknown,
): Promise<TransactionReceipt> {
  if (refusal instanceof DeploymentStoppedError) throw refusal
  if (refusal instanceof BaseError && /already (known|imported)|known transaction/i.test(refusal.message))
    return awaitReceipt(ledger, hash)
  for (const end = Date.now() + AGREEMENT_MS; ; await sleep(POLL_MS.longest)) {
    const isKnown = await ledger.client.getTransaction({ hash }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TransactionNotFoundError) return false
        throw error
      },
    )
    if (isKnown) return awaitReceipt(ledger, hash)
    if ((await nextNonce(ledger, deployer)) <= nonce)
      throw new TransactionRefusedError(
        name,
        refusal instanceof BaseError ? refusal.details : undefined,
        refusal,
      )
    if (Date.now() > end)
      throw new DeploymentStoppedError(
        'displaced',
        `Another transaction of ${deployer} has nonce ${nonce}, which belongs to this deployment's next step (${name}).`,
        refusal,
      )
  }
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
