// Reasons and forced transfers: their fingerprints go on the ledger, their texts to both sides.
import { fingerprintOf } from '@connex/protocol'
import type {
  Address,
  CallName,
  Fingerprint,
  ForcedTransferData,
  RegistryId,
  SaltedText,
} from '@connex/protocol'
import { findRegistryParties } from '../../storage/ledgerFacts.ts'
import type { RegistryParties } from '../../storage/ledgerFacts.ts'
import { findPrivateRecord, listPrivateRecords } from '../../storage/privateRecords.ts'
import type { Queryable } from '../../storage/queryable.ts'
import { receivePrivateRecord } from '../../sync/receivePrivateRecord.ts'
import { ApiError } from '../ApiError.ts'
import type { Call, Handlers } from '../Handler.ts'

const REASONS = ['REGISTRATION_REASON', 'UNREGISTER_REASON'] as const

export const registryRecords: Pick<
  Handlers,
  'putRegistrationReason' | 'registrationReasons' | 'unregister' | 'putForcedTransfer' | 'forcedTransfer'
> = {
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
      items: found.items.map(({ fingerprint, entityId, data, authorTenantAddr, authorAddr, createdAt }) => ({
        fingerprint,
        registryId: entityId,
        text: (data as { reason: SaltedText }).reason.text,
        authorTenantAddr,
        authorAddr,
        createdAt,
      })),
    }
  },

  unregister: (call) => putReason(call, 'unregister', 'UNREGISTER_REASON'),

  putForcedTransfer: async ({ context, viewer, body, proof }) => {
    const { registryManagerAddr, registryId, data } = body
    const entityId = fingerprintOf(data)
    await receivePrivateRecord(context, {
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
            data: { registryManagerAddr, registryId, data },
            writers: [registrar],
            parties: [registrar, data.fromAddr, data.toAddr],
          },
        ]
      },
    })
    return { entityId }
  },

  forcedTransfer: async ({ context, viewer, params }) => {
    const { entity_id: entityId } = params
    const held = await findPrivateRecord(context.database.kysely, viewer.tenant, 'FORCED_TRANSFER', entityId)
    if (held === undefined) throw new ApiError('notFound')
    const { data } = held.data as { data: ForcedTransferData }
    return { entityId, registryId: held.entity_id, registrarAddr: held.author_tenant, data }
  },
}

type ReasonCall = Call<'putRegistrationReason'> | Call<'unregister'>

async function putReason(
  { context, viewer, body, proof }: ReasonCall,
  name: CallName,
  kind: (typeof REASONS)[number],
): Promise<{ fingerprint: Fingerprint }> {
  const { registryManagerAddr, registryId, reason } = body
  const fingerprint = fingerprintOf(reason)
  await receivePrivateRecord(context, {
    name,
    viewer,
    proof,
    body,
    describe: async (trx, _author, isPushed) => {
      const sides = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
      const parties = [
        sides.registrar,
        ...(sides.issuerOrDepositary === null ? [] : [sides.issuerOrDepositary]),
      ]
      return [
        {
          kind,
          fingerprint,
          entityId: registryId,
          type: kind === 'UNREGISTER_REASON' ? 'unregister reason' : 'reason',
          dapp: registryManagerAddr,
          data: { registryManagerAddr, registryId, reason },
          writers: parties,
          parties,
        },
      ]
    },
  })
  return { fingerprint }
}

/** What another server pushes may be about a registry that this one's index has not reached. */
export async function getRegistryParties(
  db: Queryable,
  registryManager: Address,
  registryId: RegistryId,
  isPushed: boolean,
): Promise<RegistryParties> {
  const parties = await findRegistryParties(db, registryManager, registryId)
  if (parties === undefined) throw new ApiError(isPushed ? 'notYetIndexed' : 'registryNotFound')
  return parties
}
