// The private half of a register's entries: stored before the ledger has their fingerprints, for the registrar and for
// each owner its own.
import { fingerprintOf } from '@connex/protocol'
import type { Address, CallName, Fingerprint, RegistryEntryDetails } from '@connex/protocol'
import { findPrivateRecord, listPrivateRecords, storePrivateRecord } from '../../storage/privateRecords.ts'
import type { Queryable } from '../../storage/queryable.ts'
import type { PushedRecordKind } from '../../storage/recordTables.ts'
import { receivePrivateRecord } from '../../sync/receivePrivateRecord.ts'
import type { SharedRecord } from '../../sync/receivePrivateRecord.ts'
import { invalid } from '../ApiError.ts'
import type { Call, Handlers } from '../Handler.ts'
import { getRegistryParties } from './registryRecords.ts'

export const entries: Pick<
  Handlers,
  | 'issueEntries'
  | 'importEntries'
  | 'onRampEntries'
  | 'reorgEntries'
  | 'terminateEntry'
  | 'registryEntryDetails'
> = {
  issueEntries: (call) => putEntries(call, 'issueEntries', 'ENTRIES_ISSUE'),
  importEntries: (call) => putEntries(call, 'importEntries', 'ENTRIES_IMPORT'),
  onRampEntries: (call) => putEntries(call, 'onRampEntries', 'ENTRIES_ONRAMP'),
  reorgEntries: (call) => putEntries(call, 'reorgEntries', 'ENTRIES_REORG'),

  terminateEntry: async ({ context, viewer, body, proof }) => {
    const { registryManagerAddr, registryId, registryEntryFingerprint, reason } = body
    const fingerprint = fingerprintOf(reason)
    await receivePrivateRecord(context, {
      name: 'terminateEntry',
      viewer,
      proof,
      body,
      describe: async (trx, author, isPushed) => {
        const { registrar } = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
        const owner = await findOwner(trx, author, registryEntryFingerprint)
        return [
          {
            kind: 'ENTRY_TERMINATION',
            fingerprint,
            entityId: registryId,
            type: registryEntryFingerprint,
            dapp: registryManagerAddr,
            data: { registryManagerAddr, registryId, registryEntryFingerprint, reason },
            writers: [registrar],
            // Whose entry it is, the author knows; a push has been sent to the owner.
            parties: isPushed
              ? context.config.hostedTenants
              : [registrar, ...(owner === undefined ? [] : [owner])],
          },
        ]
      },
    })
    return { fingerprint }
  },

  registryEntryDetails: async ({ context, viewer, query }) => {
    const filters = { kinds: ['ENTRY'] as const, fingerprints: query.registryEntryFingerprints }
    const found = await listPrivateRecords(context.database.kysely, viewer.tenant, filters, query)
    return {
      ...found,
      items: found.items.map(({ fingerprint, entityId, data }) => ({
        registryEntryFingerprint: fingerprint,
        registryId: entityId,
        details: data as RegistryEntryDetails,
      })),
    }
  },
}

type EntriesCall = Call<'issueEntries'> | Call<'importEntries'> | Call<'onRampEntries'> | Call<'reorgEntries'>

/** Each owner gets its own entries and no other's: one record for each of them. */
async function putEntries(
  { context, viewer, body, proof }: EntriesCall,
  name: CallName,
  kind: PushedRecordKind,
): Promise<{ fingerprints: Fingerprint[] }> {
  const { registryManagerAddr, registryId } = body
  const deleted = 'deleted' in body ? body.deleted : undefined
  await receivePrivateRecord(context, {
    name,
    viewer,
    proof,
    body,
    describe: async (trx, author, isPushed) => {
      const { registrar } = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
      if (deleted !== undefined) await refuseUnequal(trx, author, deleted, body.entries)
      const owners = Map.groupBy(body.entries, ({ owner }): Address => owner)
      const records: SharedRecord[] = []
      for (const [owner, own] of owners) {
        const parties = [registrar, owner]
        const holders = [...new Set([author, ...parties])].filter(
          (tenant) => context.config.hostedTenants.includes(tenant) && parties.includes(tenant),
        )
        for (const details of own) await storeEntry(trx, holders, author, registryId, details)
        const data = {
          registryManagerAddr,
          registryId,
          entries: own,
          ...(deleted === undefined ? {} : { deleted }),
        }
        records.push({
          kind,
          fingerprint: fingerprintOf({
            salt: own[0]?.salt ?? '',
            kind,
            owner,
            entries: own.map(fingerprintOf),
          }),
          entityId: registryId,
          type: 'entries',
          dapp: registryManagerAddr,
          data,
          // An owner may split and merge its own.
          writers: kind === 'ENTRIES_REORG' ? parties : [registrar],
          parties,
        })
      }
      return records
    },
  })
  return { fingerprints: body.entries.map(fingerprintOf) }
}

const storeEntry = (
  trx: Queryable,
  tenants: readonly Address[],
  author: Address,
  entityId: string,
  details: RegistryEntryDetails,
): Promise<void> =>
  storePrivateRecord(trx, tenants, {
    kind: 'ENTRY',
    fingerprint: fingerprintOf(details),
    entityId,
    type: details.owner,
    data: details,
    authorTenant: author,
    authorAddress: author,
    proof: undefined,
    sharedWith: [],
  })

/** Where the author's server knows what goes, what comes must be as much. */
async function refuseUnequal(
  trx: Queryable,
  author: Address,
  deleted: readonly Fingerprint[],
  created: readonly RegistryEntryDetails[],
): Promise<void> {
  let gone = 0n
  for (const fingerprint of deleted) {
    const held = await findPrivateRecord(trx, author, 'ENTRY', fingerprint)
    if (held === undefined) return
    gone += BigInt((held.data as RegistryEntryDetails).quantity)
  }
  const come = created.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
  if (gone !== come) throw invalid('entries', 'not the quantity of the entries that go')
}

async function findOwner(trx: Queryable, tenant: Address, entry: Fingerprint): Promise<Address | undefined> {
  const held = await findPrivateRecord(trx, tenant, 'ENTRY', entry)
  return held && (held.data as RegistryEntryDetails).owner
}
