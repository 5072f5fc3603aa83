// What a transaction does to deliveries, read from its bytes, so that a user signs only what the review showed.
import { dappControllerAbi, deliveryManagerAbi, legTypes } from '@connex/contracts'
import type { LegType, WorkflowBatch } from '@connex/protocol'
import {
  AccountNumber,
  Address,
  DeliveryId,
  Fingerprint,
  isDigital,
  RegistryId,
  Seconds,
  ZERO_BYTES32,
} from '@connex/protocol'
import { decodeFunctionData, hexToBigInt, hexToString, toFunctionSelector } from 'viem/utils'
import { ClientError } from '../errors.ts'
import type { LedgerLeg } from './legs.ts'
import { hex } from './scalars.ts'
import type { Transaction } from './transaction.ts'

/** A leg as the ledger will read it. */
export type SignedLeg = {
  legType: LegType
  sender: Address
  receiver: Address
  registrar: Address
  assetManagerAddr: Address
  /** Of securities; the currency of a payment instead. */
  registryId: RegistryId | undefined
  currency: string | undefined
  quantity: bigint
  senderAccount: AccountNumber | undefined
  receiverAccount: AccountNumber | undefined
}

/** One thing that a signature does to a delivery, read back from the bytes that are signed. */
export type SignedCall = {
  functionName: (typeof NAMES)[number]
  deliveryManagerAddr: Address
  deliveryId: DeliveryId
  legs: readonly SignedLeg[]
  /** Of a creation: a UTC midnight before which nothing settles. */
  valueDate: Seconds | undefined
  /** Of a confirmation: the account that it names for the leg of the same index. */
  accounts: readonly (AccountNumber | undefined)[]
  /** Of a payment: which leg it is. */
  legIdx: number | undefined
  /** Of a creation: that of the private details. Of a cancellation: that of the reason, undefined without one. */
  fingerprint: Fingerprint | undefined
}

const NAMES = [
  'createDelivery',
  'confirmDelivery',
  'confirmAsSender',
  'confirmAsReceiver',
  'confirmAsCoordinator',
  'reportExternalDelivery',
  'confirmExternalDelivery',
  'cancelDelivery',
] as const

/**
 * Decodes what a transaction does to deliveries, from its bytes alone: neither a form nor a server can alter it. Throws for
 * any other transaction. Pure.
 *
 * @example
 * const [created] = decodeForReview(transaction) // { functionName: 'createDelivery', legs: [{ quantity: 1000n, … }], … }
 */
export function decodeForReview({ data }: Pick<Transaction, 'data'>): SignedCall[] {
  const batch = decodeFunctionData({ abi: dappControllerAbi, data })
  if (batch.functionName !== 'delegateBatchWithMultisig') throw new TypeError('not a batch of a tenant')
  return batch.args[0].map(readCall)
}

/** One call of a party to the delivery manager; throws for any other. */
function readCall({ target, data }: { target: string; data: `0x${string}` }): SignedCall {
  const { functionName, args } = decodeFunctionData({ abi: deliveryManagerAbi, data })
  const known = NAMES.find((name) => name === functionName)
  if (known === undefined) throw new TypeError(`${functionName} is not an action of a party`)
  const values: readonly unknown[] = args ?? []
  const isCreation = known === 'createDelivery'
  // The ABI has their types; the delivery's id comes first in all of them.
  const legs = (isCreation ? values[2] : values[1]) as readonly LedgerLeg[]
  const last = values[isCreation ? 3 : 2]
  return {
    functionName: known,
    deliveryManagerAddr: Address.parse(target.toLowerCase()),
    deliveryId: DeliveryId.parse(values[0]),
    legs: legs.map(readLeg),
    valueDate: isCreation && Number(last) > 0 ? Seconds.parse(Number(last)) : undefined,
    accounts: Array.isArray(last) ? (last as `0x${string}`[]).map(readAccountData) : [],
    legIdx: typeof last === 'bigint' && !isCreation ? Number(last) : undefined,
    fingerprint: fingerprintIn(isCreation ? values[1] : known === 'cancelDelivery' ? last : undefined),
  }
}

const fingerprintIn = (value: unknown): Fingerprint | undefined =>
  value === undefined || value === ZERO_BYTES32 ? undefined : Fingerprint.parse(value)

/** The legs in a call of a party, as the ledger takes them. */
export function ledgerLegsIn({ data }: { data: `0x${string}` }): readonly LedgerLeg[] {
  const { functionName, args } = decodeFunctionData({ abi: deliveryManagerAbi, data })
  const values: readonly unknown[] = args ?? []
  return values[functionName === 'createDelivery' ? 2 : 1] as readonly LedgerLeg[]
}

function readLeg(leg: LedgerLeg): SignedLeg {
  const legType = legTypes[leg.legType]
  if (legType === undefined) throw new TypeError('a leg of an unknown type')
  const isPayment = legType === 'EXTERNAL'
  // Locks and tokens say something else there.
  const hasAccounts = isDigital({ legType })
  const address = (values: string) => Address.parse(values.toLowerCase())
  return {
    legType,
    sender: address(leg.sender),
    receiver: address(leg.receiver),
    registrar: address(leg.registrar),
    assetManagerAddr: address(leg.assetManager),
    registryId: isPayment ? undefined : RegistryId.parse(leg.assetId.toLowerCase()),
    currency: isPayment ? hexToString(leg.assetId, { size: 32 }) : undefined,
    quantity: leg.quantity,
    senderAccount: hasAccounts ? readAccountData(leg.senderData) : undefined,
    receiverAccount: hasAccounts ? readAccountData(leg.receiverData) : undefined,
  }
}

/** Undefined for the fingerprints of entries, too. */
const readAccountData = (data: `0x${string}`): AccountNumber | undefined =>
  data === '0x' ? undefined : AccountNumber.safeParse(hexToBigInt(data).toString()).data

/**
 * Throws unless the transaction does what the user reviewed; without a review, always. Compares both as decoded from their
 * bytes, without what each attempt draws at random: a new delivery's id, and salted fingerprints.
 *
 * @example
 * await cancelTransfer(client, parameters, { approve: (transaction) => assertMatchesReview(rehearsed, transaction) })
 */
export function assertMatchesReview(reviewed: Transaction | undefined, signed: Transaction): void {
  if (reviewed === undefined) throw new ClientError('notShown')
  if (reviewedText(reviewed) !== reviewedText(signed)) throw new ClientError('notWhatWasShown')
}

const reviewedText = (transaction: Transaction): string =>
  JSON.stringify(
    [
      transaction.to,
      transaction.value ?? 0n,
      decodeForReview(transaction).map((one) => {
        const isNew = one.functionName === 'createDelivery'
        return { ...one, fingerprint: undefined, ...(isNew && { deliveryId: undefined }) }
      }),
    ],
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )

/** A call whose meaning this client does not know. `name`: of the delivery manager's function, where it is one. */
export type UnknownCall = {
  functionName: undefined
  to: Address
  selector: string
  name: string | undefined
}

export type BatchCall = SignedCall | UnknownCall

/** What `calls` of a batch do; only calls to the delivery manager have a meaning. Pure. */
export const decodeCalls = (
  { calls }: Pick<WorkflowBatch, 'calls'>,
  deliveryManagerAddr: Address | undefined,
): BatchCall[] =>
  calls.map(({ target, data }) => {
    const isDelivery = target === deliveryManagerAddr
    try {
      if (isDelivery) return readCall({ target, data: hex(data) })
    } catch {
      // Named below.
    }
    const selector = data.slice(0, 10)
    return {
      functionName: undefined,
      to: target,
      selector,
      name: isDelivery ? functionNameOf(selector) : undefined,
    }
  })

const functionNameOf = (selector: string): string | undefined =>
  deliveryManagerAbi.find((item) => item.type === 'function' && toFunctionSelector(item) === selector)?.name

/** Whether a call has a meaning here. */
export const isKnownCall = <Call extends BatchCall>(call: Call): call is Extract<Call, SignedCall> =>
  call.functionName !== undefined
