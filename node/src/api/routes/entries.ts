// The private half of a registry's entries: stored before the ledger has their fingerprints, for the registrar and for each
// owner.
import { fingerprintOf } from '@connex/protocol'
import type { CallName, DetailsStatus, Fingerprint, RegistryEntryDetails } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { describeEntries } from '../../exchange/incoming/entries.ts'
import type { EntriesKind } from '../../exchange/incoming/entries.ts'
import { getRegistryParties, receivePrivateRecord } from '../../exchange/incoming/privateRecords.ts'
import { findEntryOwner, findOwnEntry } from '../../storage/queries/registryEntries.ts'
import { listPrivateRecords } from '../../storage/sharing/privateRecords.ts'
import type { Call, Handlers } from '../call/handler.ts'

export const entries = {
  issueEntries: (call) => putEntries(call, 'issueEntries', 'ENTRIES_ISSUE'),

  importEntries: (call) => putEntries(call, 'importEntries', 'ENTRIES_IMPORT'),

  onRampEntries: (call) => putEntries(call, 'onRampEntries', 'ENTRIES_ONRAMP'),

  reorgEntries: (call) => putEntries(call, 'reorgEntries', 'ENTRIES_REORG'),

  terminateEntry: async ({ context, viewer, body, proof }) => {
    const { registryManagerAddr, registryId, registryEntryFingerprint, reason } = body
    const fingerprint = fingerprintOf(reason)
    const status = await receivePrivateRecord(context, {
      name: 'terminateEntry',
      viewer,
      proof,
      body,
      describe: async (trx, author, isPushed) => {
        const { registrar } = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
        if (author !== registrar) throw new ApiError('forbidden')
        const entry = { registryManagerAddr, registryId, fingerprint: registryEntryFingerprint }
        // If the ledger does not show its owner, the details do: the author's own, or those of the receiver of a push.
        const holder = body.receivingTenantAddr ?? author
        const owner = (await findEntryOwner(trx, entry)) ?? (await findOwnEntry(trx, holder, entry))?.owner
        if (owner === undefined) throw new ApiError(isPushed ? 'notYetIndexed' : 'registryNotFound')
        return [
          {
            kind: 'ENTRY_TERMINATION',
            fingerprint,
            entityId: registryId,
            type: registryEntryFingerprint,
            dapp: registryManagerAddr,
            awaits: [registryEntryFingerprint],
            data: { registryManagerAddr, registryId, registryEntryFingerprint, reason },
            writers: [registrar],
            parties: [registrar, owner],
          },
        ]
      },
    })
    return { fingerprint, status }
  },

  registryEntryDetails: async ({ context, viewer, query }) => {
    const filters = { kinds: ['ENTRY'] as const, fingerprints: query.registryEntryFingerprints }
    const found = await listPrivateRecords(context.database.kysely, viewer.tenant, filters, query)
    return {
      ...found,
      items: found.items.map(({ fingerprint, entityId, data, status }) => ({
        registryEntryFingerprint: fingerprint,
        registryId: entityId,
        status,
        details: data as RegistryEntryDetails,
      })),
    }
  },
} satisfies Partial<Handlers>

type EntriesCall = Call<'issueEntries'> | Call<'importEntries'> | Call<'onRampEntries'> | Call<'reorgEntries'>

/** Each owner gets only its own entries: one record for each owner, and one for each entry. */
async function putEntries(
  { context, viewer, body, proof }: EntriesCall,
  name: CallName,
  kind: EntriesKind,
): Promise<{ fingerprints: Fingerprint[]; status: DetailsStatus }> {
  const status = await receivePrivateRecord(context, {
    name,
    viewer,
    proof,
    body,
    describe: (trx, author, isPushed) => describeEntries(trx, { author, isPushed, body, kind }),
  })
  return { fingerprints: body.entries.map(fingerprintOf), status }
}
