// Receives an issuer's details of an instrument: from its own user before the instrument, or a new revision, is published, or
// pushed by its server afterwards. Every tenant may read them once they match the ledger's fingerprint.
import { fingerprintOf } from '@connex/protocol'
import type { Address, CallAnswer, CallBody, Fingerprint } from '@connex/protocol'
import { holds, speaksFor } from '../../common/access.ts'
import type { Config } from '../../common/config.ts'
import { ApiError, lacksPrivilege, notPushedFor } from '../../common/errors.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { announce } from '../../storage/projections/announcements.ts'
import { findInstrumentTerms } from '../../storage/queries/instruments.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import {
  deleteInstrumentMismatches,
  distributeInstrumentDetails,
  storeInstrumentDetails,
} from '../../storage/sharing/instrumentDetails.ts'

type Context = { config: Pick<Config, 'hostedTenants'>; database: Database; wakeSync: () => void }
type Body = CallBody<'putInstrumentDetails'>
type Answer = CallAnswer<'putInstrumentDetails'>

export async function receiveInstrumentDetails(
  context: Context,
  viewer: Viewer,
  body: Body,
): Promise<Answer> {
  const fingerprint = fingerprintOf({ ...body.details })
  const { sendingTenantAddr: sender } = body
  const receive =
    sender === undefined
      ? (trx: Queryable) => storeOwn(trx, context, viewer, { body, fingerprint })
      : (trx: Queryable) => storePushed(trx, viewer, { body, fingerprint, sender })
  const answer = await inTransaction(context.database.kysely, receive)
  context.wakeSync()
  return answer
}

type Own = { body: Body; fingerprint: Fingerprint }

async function storeOwn(
  trx: Queryable,
  { config }: Context,
  viewer: Viewer,
  { body, fingerprint }: Own,
): Promise<Answer> {
  const { instrumentId, details } = body
  if (viewer.kind !== 'user' || !holds(viewer.user, 'instrument.BACKOFFICE'))
    throw lacksPrivilege(['instrument.BACKOFFICE'])
  const { tenant } = viewer
  const terms = await findInstrumentTerms(trx, instrumentId)
  if (terms !== undefined && !mayDescribe(terms, tenant)) throw new ApiError('forbidden')
  await storeInstrumentDetails(trx, {
    instrument_id: instrumentId,
    fingerprint,
    tenant,
    details,
    status: 'PENDING',
    sender: null,
  })
  // A fingerprint other than the ledger's is allowed: it may be the next revision's.
  if (terms?.privateDataFp !== fingerprint) return { fingerprint, status: 'PENDING' }
  await distributeInstrumentDetails(trx, [instrumentId], config.hostedTenants)
  await announceInstrument(trx, instrumentId)
  return { fingerprint, status: 'SYNCED' }
}

type Pushed = { body: Body; fingerprint: Fingerprint; sender: Address }

async function storePushed(
  trx: Queryable,
  viewer: Viewer,
  { body, fingerprint, sender }: Pushed,
): Promise<Answer> {
  const { instrumentId, details } = body
  if (!speaksFor(viewer, sender)) throw notPushedFor(sender, viewer.address)
  const terms = await findInstrumentTerms(trx, instrumentId)
  if (terms === undefined) throw new ApiError('notYetIndexed')
  if (!mayDescribe(terms, sender)) throw new ApiError('forbidden')
  const status = terms.privateDataFp === fingerprint ? 'SYNCED' : 'FINGERPRINT_MISMATCH'
  const row = { instrument_id: instrumentId, fingerprint, tenant: sender, details, status, sender } as const
  if (status === 'FINGERPRINT_MISMATCH') await deleteInstrumentMismatches(trx, row)
  await storeInstrumentDetails(trx, row)
  await announceInstrument(trx, instrumentId)
  return { fingerprint, status }
}

/** The issuer, or the tenant that created the instrument in the issuer's name. */
const mayDescribe = (terms: { issuer: Address; managedBy: Address }, tenant: Address): boolean =>
  terms.issuer === tenant || terms.managedBy === tenant

const announceInstrument = (trx: Queryable, instrumentId: string): Promise<void> =>
  announce(trx, [{ topic: 'details', keys: [instrumentId], block: null, txHashes: [], tenants: null }])
