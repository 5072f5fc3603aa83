// Reasons and forced transfers: their fingerprints go to the ledger, their texts to both parties.
import { fingerprintOf, foreignText } from '@connex/protocol'
import type { CallName, DetailsStatus, Fingerprint, ForcedTransferData, SaltedText } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { getRegistryParties, receivePrivateRecord } from '../../exchange/incoming/privateRecords.ts'
import { findPrivateRecord, listPrivateRecords } from '../../storage/sharing/privateRecords.ts'
import type { Call, Handlers } from '../call/handler.ts'

const REASONS = ['REGISTRATION_REASON', 'UNREGISTER_REASON'] as const

export const reasons = {
  putRegistrationReason: (call) => putReason(call, 'putRegistrationReason', 'REGISTRATION_REASON'),

  registrationReasons: async ({ context, viewer, query }) => {
    const { fingerprints } = query
    const found = await listPrivateRecords(
      context.database.kysely,
      viewer.tenant,
      { kinds: REASONS, fingerprints },
      query,
    )
    if (found.totalItemCount === 0) throw new ApiError('registryNotFound')
    return {
      ...found,
      items: found.items.map(({ entityId, data, type: _type, ...row }) => ({
        ...row,
        registryId: entityId,
        text: foreignText((data as { reason: SaltedText } | null)?.reason.text),
      })),
    }
  },

  unregister: (call) => putReason(call, 'unregister', 'UNREGISTER_REASON'),

  putForcedTransfer: async ({ context, viewer, body, proof }) => {
    const { registryManagerAddr, registryId, data } = body
    const entityId = fingerprintOf(data)
    const status = await receivePrivateRecord(context, {
      name: 'putForcedTransfer',
      viewer,
      proof,
      body,
      describe: async (trx, _author, isPushed) => {
        const { registrar } = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
        return [
          {
            kind: 'FORCED_TRANSFER',
            fingerprint: entityId,
            entityId: registryId,
            type: 'forced-transfer reason',
            dapp: registryManagerAddr,
            awaits: [entityId],
            data: { registryManagerAddr, registryId, data },
            writers: [registrar],
            parties: [registrar, data.fromAddr, data.toAddr],
          },
        ]
      },
    })
    return { entityId, status }
  },

  forcedTransfer: async ({ context, viewer, params }) => {
    const { entity_id: entityId } = params
    const record = await findPrivateRecord(
      context.database.kysely,
      viewer.tenant,
      'FORCED_TRANSFER',
      entityId,
    )
    if (record === undefined) throw new ApiError('notFound')
    const { entity_id: registryId, author_tenant: registrarAddr, status } = record
    const { data } = record.data as { data: ForcedTransferData }
    return {
      entityId,
      registryId,
      registrarAddr,
      status,
      data: status === 'FINGERPRINT_MISMATCH' ? null : data,
    }
  },
} satisfies Partial<Handlers>

type ReasonCall = Call<'putRegistrationReason'> | Call<'unregister'>

async function putReason(
  { context, viewer, body, proof }: ReasonCall,
  name: CallName,
  kind: (typeof REASONS)[number],
): Promise<{ fingerprint: Fingerprint; status: DetailsStatus }> {
  const { registryManagerAddr, registryId, reason } = body
  const fingerprint = fingerprintOf(reason)
  const status = await receivePrivateRecord(context, {
    name,
    viewer,
    proof,
    body,
    describe: async (trx, _author, isPushed) => {
      const registry = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
      const parties = [
        registry.registrar,
        ...(registry.issuerOrDepositary === null ? [] : [registry.issuerOrDepositary]),
      ]
      return [
        {
          kind,
          fingerprint,
          entityId: registryId,
          type: kind === 'UNREGISTER_REASON' ? 'unregister reason' : 'reason',
          dapp: registryManagerAddr,
          awaits: [fingerprint],
          data: { registryManagerAddr, registryId, reason },
          writers: parties,
          parties,
        },
      ]
    },
  })
  return { fingerprint, status }
}
