// Sending: dry run, refund, signature, publication, block, index.
import type { platformManagerAbi } from '@connex/contracts'
import type { Address, CallAnswer, CallBody, Me } from '@connex/protocol'
import { GAS_LIMIT } from '@connex/protocol'
import { encodeFunctionData } from 'viem/utils'
import type { Abi, ContractFunctionArgs } from 'viem'
import type { Client } from '../client/client.ts'
import { requireClient, walletOf } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { Arguments } from '../http/call.ts'
import { currentMe } from '../session/session.ts'
import type { CalledNames, Callee } from './contractCall.ts'
import { contractCall } from './contractCall.ts'
import { delegate } from './controller.ts'
import { gasPriceOf } from './fees.ts'
import { recordBlockInTurn, tidyBlocks } from './finality.ts'
import { follow } from './follow.ts'
import { isStoredForLater, signAndPublish } from './publish.ts'
import type { LedgerAccount } from './readContract.ts'
import { readAccount } from './readContract.ts'
import { hex } from './scalars.ts'
import { dryRun, simulateNext } from './simulate.ts'
import type { DataToStore, LedgerCall, SendOptions, Sent, StoringCall, Transaction } from './transaction.ts'
import { waitForBlock } from './wait.ts'

/**
 * Lets the tenant make these calls to one dApp, all or none, in one ledger transaction: dry run, refund where the
 * balance is low, sign, publish, wait for the block and for the tenant's own server's index. Transactions sent at the same time
 * are signed one after the other, in all tabs, and waited for together.
 * `resumeTransactions` continues those that a closed tab left signed.
 *
 * @example
 * const { txHash, block } = await send(client, [{ dappAddr, to: dappAddr, data }], { onProgress: show })
 */
export async function send(
  client: Client,
  calls: readonly LedgerCall[],
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  if (options.sendBy !== undefined) return options.sendBy(calls)
  return sendTransaction(client, await delegate(client, calls, options), options)
}

/**
 * What the tenant does in one dApp by several functions of the SDK, in one ledger transaction and in this order: all of it, or
 * nothing. As much as the transaction's gas allows: about fifty new transfers.
 *
 * @example
 * await sendTogether(client, deliveryIds.map((id) => (together) => confirmAsRegistrar(client, id, together)))
 */
export async function sendTogether<Result>(
  client: Client,
  actions: readonly ((together: SendOptions) => Promise<Result>)[],
  options: SendOptions = {},
): Promise<Result[]> {
  requireClient(client)
  const sent = Promise.withResolvers<Sent>()
  const collected = new Map<number, readonly LedgerCall[]>()
  const results = actions.map((act, index) => {
    const sendBy = (calls: readonly LedgerCall[]): Promise<Sent> => {
      collected.set(index, calls)
      if (collected.size === actions.length) sent.resolve(send(client, inOrder(collected), options))
      return sent.promise
    }
    return act({ ...options, sendBy })
  })
  // If one fails before its calls are known, nothing is sent.
  return Promise.all(results)
}

const inOrder = (collected: ReadonlyMap<number, readonly LedgerCall[]>): LedgerCall[] =>
  [...collected].toSorted(([left], [right]) => left - right).flatMap(([, calls]) => calls)

/**
 * Any function of any contract by its name, made by the caller's tenant in a ledger transaction of its own. The arguments are
 * typed by the ABI; `@connex/sdk/contracts` has them all.
 *
 * @example
 * await execute(client, instrumentManagerAbi, instrumentManagerAddr, 'makePublic', [instrumentId])
 */
export async function execute<const Contract extends Abi, const Name extends CalledNames<Contract>>(
  client: Client,
  abi: Contract,
  target: Callee,
  functionName: Name,
  args: ContractFunctionArgs<Contract, 'nonpayable' | 'payable', Name>,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return send(client, [contractCall(abi, target, functionName, args)], options)
}

/**
 * One ledger transaction of the wallet itself, not of its tenant: for a nominee's answer, or funds for the platform's
 * refunds. Everything else is the tenant's, see `send`.
 *
 * @example
 * await sendTransaction(client, contractCall(privilegeManagerAbi, privilegeManagerAddr, 'commitNomination', []))
 */
export async function sendTransaction(
  client: Client,
  { to, data, value }: Transaction,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const transaction = { to, data, value }
  if (options.dryRun === 'only') return dryRun(client, transaction, options)
  const signed = await client.journal.inTurn(walletOf(client), () =>
    publishNext(client, transaction, options),
  )
  return { txHash: signed.txHash, block: await follow(client, transaction, signed, options) }
}

async function publishNext(client: Client, transaction: Transaction, options: SendOptions) {
  options.signal?.throwIfAborted()
  if (options.dryRun !== false) await simulateNext(client, transaction, { signal: options.signal })
  const account = await ensureFunded(client, options)
  await tidyBlocks(client, account.latest, options.signal)
  return signAndPublish(client, transaction, account, options)
}

/**
 * The wallet's account, with enough on it for a transaction: below the platform's threshold the platform manager
 * refunds it first, and the account is read again. The one call that a user makes directly, not through the tenant.
 * Where gas is free, an empty account is enough.
 */
async function ensureFunded(client: Client, options: SendOptions): Promise<LedgerAccount> {
  const price = gasPriceOf(client, options)
  const [account, platform] = await Promise.all([
    readAccount(client, { signal: options.signal }),
    price === 0n ? undefined : readPlatform(client, options.signal),
  ])
  if (platform === undefined) return account
  // The refund is itself a transaction that has to be paid.
  if (account.balance < GAS_LIMIT * price) throw new ClientError('notFunded')
  if (account.balance >= BigInt(platform.refundThreshold)) return account
  const transaction = refundTransaction(platform.address, await currentMe(client))
  try {
    const { signal, gasPrice } = options
    const signed = await signAndPublish(client, transaction, account, { signal, gasPrice })
    const block = await waitForBlock(client, transaction, signed, options)
    await recordBlockInTurn(client, signed.txHash, block)
    options.onProgress?.({ step: 'refunded', txHash: signed.txHash })
  } catch (error) {
    // The journal has the refund. The transaction that it pays is not signed, so nobody must look for it later.
    throw isStoredForLater(error) ? (error as ClientError).cause : error
  }
  return readAccount(client, { signal: options.signal })
}

/** Of the platform manager's ABI, which a browser would otherwise load with its first transfer. */
const refundAbi = [
  {
    type: 'function',
    name: 'refund',
    inputs: [
      { name: 'tenant', type: 'address', internalType: 'address' },
      { name: 'user', type: 'address', internalType: 'address' },
    ],
    outputs: [],
    stateMutability: 'nonpayable',
  },
] as const satisfies [Extract<(typeof platformManagerAbi)[number], { name: 'refund' }>]

/** The transaction by which the platform tops up a user's coins. Pure. */
export const refundTransaction = (platform: Address, { user, tenant }: Me): Transaction => ({
  to: platform,
  data: encodeFunctionData({
    abi: refundAbi,
    functionName: 'refund',
    args: [hex(tenant.address), hex(user.userAddr)],
  }),
})

const readPlatform = (client: Client, signal: AbortSignal | undefined): Promise<CallAnswer<'platform'>> =>
  call(client, 'platform', { signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw new ClientError('refundThreshold', undefined, error)
  })

/** Stores on the tenant's own server before a fingerprint goes to the ledger. A dry run stores nothing. */
export async function storeFirst<Name extends StoringCall>(
  client: Client,
  name: Name,
  body: CallBody<Name>,
  options: SendOptions,
): Promise<CallAnswer<Name> | undefined> {
  if (options.storeDataBy !== undefined) {
    // The name and the body belong together, as the parameters say.
    await options.storeDataBy({ name, body } as DataToStore)
    return undefined
  }
  if (options.dryRun === 'only') return undefined
  const stored = await call(
    client,
    name,
    ...([{ body, signal: options.signal }] as unknown as Arguments<Name>),
  )
  options.onProgress?.({ step: 'stored' })
  return stored
}
