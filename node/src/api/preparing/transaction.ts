// From calls to what is signed: who may send them alone, whether they can be paid and would be executed, and their bytes.
import { feeCap, fingerprintOf, GAS_LIMIT, HexData, Bytes32, toQuantity } from '@connex/protocol'
import type {
  CancelKind,
  DeliveryDetails,
  DeliveryId,
  PreparedTransaction,
  SaltedText,
} from '@connex/protocol'
import {
  decodeForReview,
  delegate,
  dryRunAfter,
  feesToSign,
  fourEyesBlocksOf,
  readAccount,
  unsignedTransaction,
} from '@connex/sdk/preparing'
import type { Client, LedgerAccount, LedgerCall, SignedCall, Transaction } from '@connex/sdk/preparing'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ApiError } from '../../common/errors.ts'
import { keccak256 } from '../../ledger/rawTransaction.ts'
import { listRegistryInstruments } from '../../storage/queries/instruments.ts'
import { findPlatform, listControllers } from '../../storage/queries/platform.ts'
import { findTenantNames } from '../../storage/queries/tenants.ts'
import { consequencesOf } from './consequences.ts'
import type { Names } from './consequences.ts'
import type { Caller } from './ownClient.ts'

export type Wanted = { nonce?: number | undefined; deadline?: number | undefined }

export type Acted = {
  calls: readonly LedgerCall[]
  deliveryId: DeliveryId
  details?: DeliveryDetails | undefined
  /** Of a delivery that exists. */
  knownDetails?: DeliveryDetails | undefined
  comment?: SaltedText | undefined
  cancel?: CancelKind | undefined
}

/** The tenant's calls as a transaction to sign. Throws where signing it would be in vain. */
export async function prepareCalls(
  caller: Caller,
  client: Client,
  acted: Acted,
  { nonce, deadline }: Wanted,
): Promise<PreparedTransaction> {
  const until = deadline === undefined ? {} : { deadline: BigInt(deadline) }
  const transaction = await delegate(client, acted.calls, until)
  const signed = decodeForReview(transaction)
  await refuseCoSigned(caller, signed)
  const account = await readAccount(client)
  await refuseUnfunded(caller, account)
  return {
    ...(await described(caller, signed, acted)),
    ...(await prepareTransaction(caller, client, { transaction, account, nonce })),
  }
}

type Described = Pick<
  PreparedTransaction,
  'consequences' | 'deliveryId' | 'details' | 'detailsStatus' | 'comment' | 'fingerprint'
>

/** What the calls do, whoever signs them in the end. */
export async function describe(caller: Caller, client: Client, acted: Acted): Promise<Described> {
  return described(caller, decodeForReview(await delegate(client, acted.calls)), acted)
}

async function described(
  caller: Caller,
  signed: readonly SignedCall[],
  { deliveryId, details, knownDetails, comment, cancel }: Acted,
): Promise<Described> {
  const names = await namesIn(caller, signed, details ?? knownDetails)
  const data = details ?? comment
  return {
    consequences: consequencesOf(signed, names, cancel),
    deliveryId,
    details: details ?? null,
    detailsStatus: details === undefined ? null : 'PENDING',
    comment: comment ?? null,
    fingerprint: data === undefined ? null : fingerprintOf(data),
  }
}

type ToSign = { transaction: Transaction; account: LedgerAccount; nonce: number | undefined }
type Prepared = Pick<PreparedTransaction, 'dryRun' | 'transaction' | 'unsignedTransaction' | 'signingHash'>

/** Dry run and bytes. Throws the ledger's refusal. */
export async function prepareTransaction(
  { context: { config } }: Caller,
  client: Client,
  { transaction: { to, data, value = 0n }, account, nonce }: ToSign,
): Promise<Prepared> {
  const isFirst = account.pending <= account.latest
  const { block, gas, isChecked } = await dryRunAfter(client, { to, data, value }, isFirst)
  if (gas > GAS_LIMIT) throw new ApiError('actionRefused', { detail: TOO_MUCH_GAS, reason: 'tooMuchGas' })
  const fields = {
    chainId: config.chainId,
    nonce: nonce ?? Math.max(account.latest, account.pending),
    gas: GAS_LIMIT,
    to,
    value,
    data,
  }
  const { preimage } = unsignedTransaction({ ...fields, ...feesToSign(config.fees) })
  return {
    dryRun: { block, gas: toQuantity(gas), isChecked },
    transaction: {
      ...fields,
      data: HexData.parse(data),
      gas: toQuantity(fields.gas),
      value: toQuantity(value),
      fees: config.fees,
    },
    unsignedTransaction: HexData.parse(`0x${bytesToHex(preimage)}`),
    signingHash: Bytes32.parse(`0x${bytesToHex(keccak256(preimage))}`),
  }
}

const TOO_MUCH_GAS =
  'Nothing was prepared: this takes more gas than a transaction may use. Split it into several.'

/** The ledger would refuse one signature; the others sign in a workflow. */
async function refuseCoSigned(
  { context: { database }, viewer }: Caller,
  signed: readonly SignedCall[],
): Promise<void> {
  const { items } = await listControllers(database.kysely, viewer.tenant, ['delivery'], {})
  const functions = signed.map(({ functionName }) => functionName)
  const [block] = fourEyesBlocksOf(items, functions, viewer.user)
  if (block === undefined) return
  const { functionName, signaturesRequired } = block
  throw new ApiError('signaturesRequired', {
    detail: `Nothing was prepared: your tenant requires ${signaturesRequired} signatures for ${functionName}. Propose it (POST /confirmation-workflows/prepare), or ask a user who may act alone.`,
  })
}

/** Below the platform's threshold the wallet could soon pay for nothing, not even its refund. */
export async function refuseUnfunded({ context }: Caller, { balance }: LedgerAccount): Promise<void> {
  const price = feeCap(context.config.fees)
  if (price === 0n) return
  requirePayable(balance, price)
  const platform = await findPlatform(context.database.kysely)
  if (platform !== undefined && balance < BigInt(platform.refundThreshold)) throw new ApiError('refundDue')
}

/** Throws unless the balance pays for one transaction. */
export function requirePayable(balance: bigint, price: bigint): void {
  if (balance < GAS_LIMIT * price) throw new ApiError('balanceTooLow')
}

export async function namesIn(
  { context: { database }, viewer }: Caller,
  signed: readonly SignedCall[],
  details: DeliveryDetails | undefined,
): Promise<Names> {
  const legs = signed.flatMap((call) => call.legs)
  const registryIds = [...new Set(legs.flatMap(({ registryId }) => registryId ?? []))]
  const parties = [
    ...new Set(legs.flatMap(({ sender, receiver, registrar }) => [sender, receiver, registrar])),
  ]
  const [tenants, registries] = await Promise.all([
    findTenantNames(database.kysely, parties),
    registryIds.length === 0
      ? []
      : listRegistryInstruments(database.kysely, viewer.tenant, { registryIds }, {}).then(
          ({ items }) => items,
        ),
  ])
  return { own: viewer.tenant, tenants, registries, details }
}
