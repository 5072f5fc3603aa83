// The private half of a registry's entries, as records: one for each owner, which is pushed to it, and one for each entry, for
// look-ups.
import { fingerprintOf } from '@connex/protocol'
import type { Address, Fingerprint, RegistryEntryDetails, RegistryId } from '@connex/protocol'
import { invalid } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listTransferAgents } from '../../storage/queries/registries.ts'
import { findOwnEntry } from '../../storage/queries/registryEntries.ts'
import type { PushedRecordKind } from '../../storage/schema/recordTables.ts'
import { getRegistryParties } from './privateRecords.ts'
import type { SharedRecord } from './privateRecords.ts'

export type EntriesKind = Extract<PushedRecordKind, `ENTRIES_${string}`>

type Body = {
  registryManagerAddr: Address
  registryId: RegistryId
  entries: readonly RegistryEntryDetails[]
  deleted?: readonly Fingerprint[]
}

type Submission = { author: Address; isPushed: boolean; body: Body; kind: EntriesKind }

export async function describeEntries(
  trx: Queryable,
  { author, isPushed, body, kind }: Submission,
): Promise<SharedRecord[]> {
  const { registryManagerAddr, registryId, deleted } = body
  const { registrar } = await getRegistryParties(trx, registryManagerAddr, registryId, isPushed)
  if (deleted !== undefined) await refuseUnequal(trx, author, { ...body, deleted })
  const agents =
    kind === 'ENTRIES_ONRAMP' ? await listTransferAgents(trx, registryManagerAddr, registryId) : []
  const records = [...Map.groupBy(body.entries, ({ owner }): Address => owner)].map(([owner, own]) => {
    const fingerprints = own.map(fingerprintOf)
    const about = { entityId: registryId, dapp: registryManagerAddr, type: owner }
    const parties = [registrar, owner, ...agents.filter((agent) => agent === author)]
    // An owner may split and merge its own entries.
    const writers = kind === 'ENTRIES_REORG' ? parties : [registrar, ...agents]
    const shared = { ...about, writers, parties }
    const data = {
      registryManagerAddr,
      registryId,
      entries: own,
      ...(deleted === undefined ? {} : { deleted: [...deleted] }),
    }
    const salt = own[0]?.salt ?? ''
    const fingerprint = fingerprintOf({ salt, kind, owner, entries: fingerprints })
    return [
      { ...shared, kind, fingerprint, data, awaits: fingerprints },
      ...own.map((details) => entryRecord(details, shared)),
    ]
  })
  return records.flat()
}

const entryRecord = (
  details: RegistryEntryDetails,
  shared: Omit<SharedRecord, 'kind' | 'fingerprint' | 'data' | 'awaits'>,
): SharedRecord => {
  const fingerprint = fingerprintOf(details)
  return { ...shared, kind: 'ENTRY', fingerprint, data: details, awaits: [fingerprint] }
}

/** If the author's server knows all deleted entries, the new ones must have the same quantity. */
async function refuseUnequal(
  trx: Queryable,
  author: Address,
  { registryId, deleted, entries }: Body & { deleted: readonly Fingerprint[] },
): Promise<void> {
  let deletedQuantity = 0n
  for (const fingerprint of new Set(deleted)) {
    const entry = await findOwnEntry(trx, author, { registryId, fingerprint })
    if (entry === undefined) return
    deletedQuantity += BigInt(entry.quantity)
  }
  const newQuantity = entries.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
  if (deletedQuantity !== newQuantity)
    throw invalid('entries', 'must have the same quantity as the deleted entries')
}
