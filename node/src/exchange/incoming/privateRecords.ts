// Receives records that tenants share besides details: from the tenant's own user, or pushed by another server. A record whose
// fingerprint goes to the ledger is visible to its author only until it is there; then every party gets it.
import { api, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, CallName, DetailsStatus, Endpoint, Fingerprint, RegistryId } from '@connex/protocol'
import { holds, NODE_ACCOUNT, speaksFor } from '../../common/access.ts'
import type { Proof } from '../../common/access.ts'
import type { Config } from '../../common/config.ts'
import { ApiError, lacksPrivilege, notPushedFor } from '../../common/errors.ts'
import { inTransaction, nowSeconds } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import { findRegistryParties } from '../../storage/queries/registries.ts'
import type { RegistryParties } from '../../storage/queries/registries.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import type { RecordKind } from '../../storage/schema/recordTables.ts'
import {
  distributePrivateRecords,
  isRecordOnLedger,
  storePrivateRecords,
} from '../../storage/sharing/privateRecords.ts'

export type SharedRecord = {
  kind: RecordKind
  fingerprint: Fingerprint
  entityId: string
  type: string
  dapp: Address
  /** Fingerprints that the ledger must have before others get it; empty if it has none there. */
  awaits: readonly Fingerprint[]
  /** The body as the author's user sent it. */
  data: object
  /** Who may write it. */
  writers: readonly Address[]
  /** Who may read it, writers among them. */
  parties: readonly Address[]
}

type Push = {
  sendingTenantAddr?: Address | undefined
  receivingTenantAddr?: Address | undefined
  fingerprint?: Fingerprint | undefined
}

type Submission = {
  name: CallName
  viewer: Viewer
  proof: Proof | undefined
  body: Push
  /** `isPushed`: what the index does not know yet may still arrive. */
  describe: (trx: Queryable, author: Address, isPushed: boolean) => Promise<readonly SharedRecord[]>
}

type Context = { config: Pick<Config, 'hostedTenants'>; database: Database; wakeSync: () => void }

/** PENDING until the ledger has all awaited fingerprints. */
export async function receivePrivateRecord(context: Context, submission: Submission): Promise<DetailsStatus> {
  const author = authorOf(submission)
  const isPushed = submission.body.sendingTenantAddr !== undefined
  const store = isPushed ? storePushed : storeOwn
  const status = await inTransaction(context.database.kysely, async (trx) => {
    const records = await submission.describe(trx, author, isPushed)
    for (const record of records) if (!record.writers.includes(author)) throw new ApiError('forbidden')
    return store(trx, context, submission, records)
  })
  context.wakeSync()
  return status
}

/** A user speaks for its tenant with the privilege of the call; a node account for the tenants that have granted it. */
function authorOf({ name, viewer, body }: Submission): Address {
  const { sendingTenantAddr: sender } = body
  if (sender !== undefined) {
    if (!speaksFor(viewer, sender)) throw notPushedFor(sender, viewer.address)
    return sender
  }
  const { privileges = [] }: Pick<Endpoint, 'privileges'> = api[name]
  const needed = privileges.filter((privilege) => privilege !== NODE_ACCOUNT)
  if (viewer.kind !== 'user' || !needed.some((privilege) => holds(viewer.user, privilege)))
    throw lacksPrivilege(needed)
  return viewer.tenant
}

async function storeOwn(
  trx: Queryable,
  { config }: Context,
  { viewer, proof }: Submission,
  records: readonly SharedRecord[],
): Promise<DetailsStatus> {
  if (viewer.kind !== 'user') throw new ApiError('forbidden')
  const { tenant: author, address: authorAddress } = viewer
  const own = records.map((record) => {
    const others = record.parties.filter((party) => party !== author && party !== ZERO_ADDRESS)
    const sharedWith = [...new Set(others)]
    return { ...record, authorTenant: author, authorAddress, proof, sharedWith, status: 'PENDING' } as const
  })
  await storePrivateRecords(trx, [author], own)
  const entityIds = [...new Set(records.map(({ entityId }) => entityId))]
  const changed = await distributePrivateRecords(trx, { author, entityIds }, config.hostedTenants)
  await announceDetails(trx, changed)
  const now = nowSeconds()
  for (const record of records)
    if (!isPart(record) && !(await isRecordOnLedger(trx, record, now))) return 'PENDING'
  return 'SYNCED'
}

/** A push carries one record; a record of entries is stored with each entry. */
async function storePushed(
  trx: Queryable,
  { config }: Context,
  { body }: Submission,
  records: readonly SharedRecord[],
): Promise<DetailsStatus> {
  const { sendingTenantAddr: sender, receivingTenantAddr: receiver, fingerprint: claimed } = body
  const [first] = records
  if (sender === undefined || first === undefined) throw new ApiError('forbidden')
  const isWrong = claimed !== undefined && claimed !== first.fingerprint
  const status = isWrong ? 'FINGERPRINT_MISMATCH' : 'SYNCED'
  const accepted = isWrong ? [{ ...first, fingerprint: claimed }] : records
  const tenants = config.hostedTenants.filter(
    (tenant) =>
      first.parties.includes(tenant) && tenant !== sender && (receiver === undefined || tenant === receiver),
  )
  if (tenants.length === 0) throw new ApiError('forbidden')
  for (const record of accepted)
    if (!isWrong && !isPart(record) && !(await isRecordOnLedger(trx, record)))
      throw new ApiError('notYetIndexed')
  const rows = accepted.map(
    (record) =>
      ({
        ...record,
        authorTenant: sender,
        authorAddress: ZERO_ADDRESS,
        proof: undefined,
        sharedWith: [],
        status,
      }) as const,
  )
  await storePrivateRecords(trx, tenants, rows)
  const changed = tenants.map((tenant) => ({ tenant, id: first.entityId }))
  await announceDetails(trx, changed)
  return status
}

/** An entry reaches the ledger with the others of its call. */
const isPart = ({ kind }: SharedRecord): boolean => kind === 'ENTRY'

/** A push may be about a registry that this server has not indexed yet. */
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
