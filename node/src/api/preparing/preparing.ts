// Prepares what a user signs elsewhere: by HTTP alone, in any language, with any key. The SDK's own functions build the calls; here
// they are checked and run dry, and answered as bytes and as their hash.
import { api, feeCap } from '@connex/protocol'
import type {
  Address,
  CallAnswer,
  CallBody,
  HexData,
  PreparedTransaction,
  TxHash,
  Workflow,
} from '@connex/protocol'
import { currentMe, readAccount, readSignature, refundTransaction } from '@connex/sdk/preparing'
import type { Client } from '@connex/sdk/preparing'
import { hexToBytes } from '@noble/hashes/utils.js'
import { ApiError } from '../../common/errors.ts'
import { joinSignature, keccak256 } from '../../ledger/rawTransaction.ts'
import { findPlatform } from '../../storage/queries/platform.ts'
import { authorize } from '../auth/authorize.ts'
import type { Call, Handlers, PreparingCall } from '../call/handler.ts'
import { publishRaw } from '../ledger/rawTransaction.ts'
import { actCancel, actConfirmation, actReturn, actSubstitution, actTransfer } from './acts.ts'
import { prepareAct } from './prepareAct.ts'
import { REFUND_SENTENCE } from './consequences.ts'
import { ownClient } from './ownClient.ts'
import type { DirectHandlers } from './ownClient.ts'
import { preparingProposals } from './proposals.ts'
import { refusing } from './refusals.ts'
import { storeDetails } from './storeDetails.ts'
import type { Acting } from './storeDetails.ts'
import { prepareCalls, prepareTransaction, requirePayable } from './transaction.ts'
import type { Acted } from './transaction.ts'

/** `handlers`: those of all other calls. */
export const preparing = (handlers: DirectHandlers): Pick<Handlers, PreparingCall> => ({
  prepareTransfer: (call) => prepareBy(handlers, call, (client) => actTransfer(call, client, call.body)),
  prepareReturn: (call) => prepareBy(handlers, call, (client) => actReturn(call, client, call.body)),
  prepareSubstitution: (call) =>
    prepareBy(handlers, call, (client) => actSubstitution(call, client, call.body)),
  prepareConfirmation: (call) =>
    prepareBy(handlers, call, (client) => actConfirmation(call, client, call.body)),
  prepareCancel: (call) => prepareBy(handlers, call, (client) => actCancel(call, client, call.body)),
  prepareRefund: (call) => refusing(() => prepareRefund(handlers, call)),
  ...preparingProposals(handlers),
  prepareAdministration: (call) => refusing(() => prepareAct(handlers, call)),
  prepareInstrument: (call) => refusing(() => prepareAct(handlers, call)),
  prepareRegistry: (call) => refusing(() => prepareAct(handlers, call)),
  preparePosition: (call) => refusing(() => prepareAct(handlers, call)),

  publishSignature: async (call) => {
    const { viewer, body } = call
    const { unsignedTransaction, signature } = body
    const signed = joinSignature(
      unsignedTransaction as `0x${string}`,
      signatureOf(unsignedTransaction, signature, viewer.address),
    )
    if (signed === undefined) throw new ApiError('transactionMalformed')
    return { transactionHash: await publishSigned(handlers, call, signed), rawTransaction: signed }
  },
})

/** As it is, or by the call that must know its purpose. */
async function publishSigned(
  handlers: DirectHandlers,
  call: Call<'publishSignature'>,
  rawTransaction: HexData,
): Promise<TxHash> {
  const { workflowId, invitationId: id } = call.body
  if (workflowId !== undefined) return publishWorkflow(handlers, call, { workflowId, rawTransaction })
  if (id === undefined) return publishRaw(call.context, call.viewer.address, rawTransaction)
  authorize('registerTenant', api.registerTenant, call.viewer)
  const answer = await handlers.registerTenant({ ...call, body: { id, rawTransaction } })
  return (answer as CallAnswer<'registerTenant'>).transactionHash
}

/** The details of what is created are stored last: what is refused leaves nothing behind. */
const prepareBy = (
  handlers: DirectHandlers,
  call: Acting,
  act: (client: Client) => Promise<Acted>,
): Promise<PreparedTransaction> =>
  refusing(async () => {
    const { nonce, deadline } = call.body
    const client = ownClient(handlers, call)
    const acted = await act(client)
    const prepared = await prepareCalls(call, client, acted, { nonce, deadline })
    await storeDetails(call, acted)
    return prepared
  })

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

/** As the call that confirms workflows does, and is audited. */
async function publishWorkflow(
  handlers: DirectHandlers,
  call: Call<'publishSignature'>,
  body: CallBody<'confirmWorkflow'>,
): Promise<TxHash> {
  const { txHash } = (await handlers.confirmWorkflow({ ...call, body })) as Workflow
  if (txHash === null) throw new ApiError('unforeseen')
  return txHash
}
