// Prepares what a user signs elsewhere: by HTTP alone, in any language, with any key. The SDK's own functions build the calls; here
// they are checked and run dry, and answered as bytes and as their hash.
import { feeCap } from '@connex/protocol'
import type {
  Address,
  CallBody,
  DeliveryDetails,
  DeliveryId,
  HexData,
  PreparedTransaction,
} from '@connex/protocol'
import {
  cancelTransfer,
  confirmAsRegistrar,
  confirmTransfer,
  createReturn,
  createSubstitution,
  currentMe,
  readAccount,
  readSignature,
  refundTransaction,
} from '@connex/sdk/preparing'
import type { Client, SendOptions } from '@connex/sdk/preparing'
import { hexToBytes } from '@noble/hashes/utils.js'
import { ApiError } from '../../common/errors.ts'
import { joinSignature, keccak256 } from '../../ledger/rawTransaction.ts'
import { findPlatform } from '../../storage/queries/platform.ts'
import { loadDetails } from '../../storage/sharing/deliveryDetails.ts'
import type { Call, Handlers, PreparingCall } from '../call/handler.ts'
import { publishRaw } from '../ledger/rawTransaction.ts'
import { checkNewTransfer, createOf, plan } from './acts.ts'
import { REFUND_SENTENCE } from './consequences.ts'
import { ownClient } from './ownClient.ts'
import type { Caller, DirectHandlers } from './ownClient.ts'
import { asRefusal } from './refusals.ts'
import { prepareCalls, prepareTransaction, requirePayable } from './transaction.ts'
import type { Wanted } from './transaction.ts'

/** `handlers`: those of all other calls. */
export const preparing = (handlers: DirectHandlers): Pick<Handlers, PreparingCall> => ({
  prepareTransfer: (call) => refusing(() => prepareTransfer(handlers, call)),
  prepareReturn: (call) => refusing(() => prepareReturn(handlers, call)),
  prepareSubstitution: (call) => refusing(() => prepareSubstitution(handlers, call)),
  prepareConfirmation: (call) => refusing(() => prepareConfirmation(handlers, call)),
  prepareCancel: (call) => refusing(() => prepareCancel(handlers, call)),
  prepareRefund: (call) => refusing(() => prepareRefund(handlers, call)),

  publishSignature: async ({ context, viewer, body }) => {
    const { unsignedTransaction, signature } = body
    const signed = joinSignature(
      unsignedTransaction as `0x${string}`,
      signatureOf(unsignedTransaction, signature, viewer.address),
    )
    if (signed === undefined) throw new ApiError('transactionMalformed')
    const transactionHash = await publishRaw(context, viewer.address, signed)
    return { transactionHash, rawTransaction: signed }
  },
})

async function prepareTransfer(
  handlers: DirectHandlers,
  call: Call<'prepareTransfer'>,
): Promise<PreparedTransaction> {
  const { nonce, deadline, ...wanted } = call.body
  await checkNewTransfer(call.context.database.kysely, call.viewer.tenant, wanted)
  return prepareCreation(handlers, call, { nonce, deadline }, (client, options) =>
    createOf(client, wanted, options),
  )
}

function prepareReturn(handlers: DirectHandlers, call: Call<'prepareReturn'>): Promise<PreparedTransaction> {
  const { nonce, deadline, quantities, ...wanted } = call.body
  const parameters = { ...wanted, ...(quantities === undefined ? {} : { quantities: unitsOf(quantities) }) }
  return prepareCreation(handlers, call, { nonce, deadline }, (client, options) =>
    createReturn(client, parameters, options),
  )
}

function prepareSubstitution(
  handlers: DirectHandlers,
  call: Call<'prepareSubstitution'>,
): Promise<PreparedTransaction> {
  const { nonce, deadline, out, in: incoming, ...wanted } = call.body
  const parameters = {
    ...wanted,
    out: unitsOf(out),
    in: incoming.map(({ quantity, ...asset }) => ({
      ...asset,
      quantity: quantity === 'ENOUGH' ? ('ENOUGH' as const) : BigInt(quantity),
    })),
  }
  return prepareCreation(handlers, call, { nonce, deadline }, (client, options) =>
    createSubstitution(client, parameters, options),
  )
}

async function prepareConfirmation(
  handlers: DirectHandlers,
  call: Call<'prepareConfirmation'>,
): Promise<PreparedTransaction> {
  const { nonce, deadline, role, ...parameters } = call.body
  const { deliveryId } = parameters
  const client = ownClient(handlers, call)
  const { calls } = await plan((options) =>
    role === 'REGISTRAR'
      ? confirmAsRegistrar(client, deliveryId, options)
      : confirmTransfer(client, parameters, options),
  )
  const knownDetails = await detailsOf(call, deliveryId)
  return prepareCalls(call, client, { calls, deliveryId, knownDetails }, { nonce, deadline })
}

async function prepareCancel(
  handlers: DirectHandlers,
  call: Call<'prepareCancel'>,
): Promise<PreparedTransaction> {
  const { nonce, deadline, ...parameters } = call.body
  const { deliveryId } = parameters
  const client = ownClient(handlers, call)
  const { calls, result } = await plan((options) => cancelTransfer(client, parameters, options))
  const knownDetails = await detailsOf(call, deliveryId)
  const { kind: cancel, reason } = result
  const acted = { calls, deliveryId, knownDetails, cancel, comment: reason?.comment }
  return prepareCalls(call, client, acted, { nonce, deadline })
}

async function prepareRefund(
  handlers: DirectHandlers,
  call: Call<'prepareRefund'>,
): Promise<PreparedTransaction> {
  const { config, database } = call.context
  const client = ownClient(handlers, call)
  const platform = await findPlatform(database.kysely)
  if (platform === undefined) throw new ApiError('unavailable')
  const account = await readAccount(client)
  requirePayable(account.balance, feeCap(config.fees))
  const transaction = refundTransaction(platform.address, await currentMe(client))
  const { nonce } = call.body
  return {
    consequences: [REFUND_SENTENCE],
    deliveryId: null,
    details: null,
    detailsStatus: null,
    comment: null,
    fingerprint: null,
    ...(await prepareTransaction(call, client, { transaction, account, nonce })),
  }
}

/** Of the transaction's hash, by this address, however a key returns it. */
function signatureOf(unsigned: HexData, signature: HexData, address: Address) {
  try {
    return readSignature(signature, keccak256(hexToBytes(unsigned.slice(2))), address)
  } catch (error) {
    throw new ApiError('signatureUnusable', {}, { cause: error })
  }
}

async function refusing(prepare: () => Promise<PreparedTransaction>): Promise<PreparedTransaction> {
  try {
    return await prepare()
  } catch (error) {
    throw asRefusal(error)
  }
}

type Creating = Call<'prepareTransfer'> | Call<'prepareReturn'> | Call<'prepareSubstitution'>
type Create = (client: Client, options: SendOptions) => Promise<{ deliveryId: DeliveryId }>

/** The details are stored last: what is refused leaves nothing behind. */
async function prepareCreation(
  handlers: DirectHandlers,
  call: Creating,
  wanted: Wanted,
  create: Create,
): Promise<PreparedTransaction> {
  const client = ownClient(handlers, call)
  const { calls, created } = await plan((options) => create(client, options))
  if (created === undefined) throw new ApiError('unforeseen')
  const prepared = await prepareCalls(call, client, { calls, ...created }, wanted)
  await store(handlers, call, created)
  return prepared
}

type Stored = CallBody<'putDeliveryDetails'>

/** In one database transaction with the entry of the audit. */
const store = (handlers: DirectHandlers, call: Creating, body: Stored): Promise<unknown> =>
  call.change(async (trx) => {
    const { context, viewer, version, proof, tokenHash, goneSignal, note } = call
    const inTransaction = { ...context, database: { ...context.database, kysely: trx } }
    const about = { viewer, version, proof, tokenHash, goneSignal, note, params: {}, query: {} }
    const change: typeof call.change = (work) => work(trx)
    await handlers.putDeliveryDetails({ ...about, context: inTransaction, change, body })
    return { deliveryId: body.deliveryId }
  })

async function detailsOf(
  { context, viewer }: Caller,
  deliveryId: DeliveryId,
): Promise<DeliveryDetails | undefined> {
  const found = await loadDetails(context.database.kysely, viewer.tenant, [deliveryId])
  return found.get(deliveryId)?.details ?? undefined
}

const unitsOf = (quantities: Readonly<Record<string, string>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(quantities).map(([lot, quantity]) => [lot, BigInt(quantity)]))
