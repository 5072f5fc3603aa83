// What tenants write to each other beside the details comes in: from the tenant's own user, or pushed by another server.
// What the ledger has to confirm waits for it, seen by its author alone; then everybody who shares it gets it.
import { api, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, CallName, DetailsStatus, Endpoint, Fingerprint, RegistryId } from '@connex/protocol'
import { holds, NODE_ACCOUNT, speaksFor } from '../../common/access.ts'
import type { Proof } from '../../common/access.ts'
import type { Config } from '../../common/config.ts'
import { ApiError } from '../../common/errors.ts'
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
  /** What the ledger must have before others get it; nothing where it has no place on the ledger. */
  awaits: readonly Fingerprint[]
  /** The body as the author's user sends it. */
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

type Received = {
  name: CallName
  viewer: Viewer
  proof: Proof | undefined
  body: Push
  /** `isPushed`: what the index does not know may still come. */
  describe: (trx: Queryable, author: Address, isPushed: boolean) => Promise<readonly SharedRecord[]>
}

type Context = { config: Pick<Config, 'hostedTenants'>; database: Database; wakeSync: () => void }

/** PENDING until the ledger has everything that it awaits. */
export async function receivePrivateRecord(context: Context, received: Received): Promise<DetailsStatus> {
  const author = authorOf(received)
  const isPushed = received.body.sendingTenantAddr !== undefined
  const store = isPushed ? storePushed : storeOwn
  const status = await inTransaction(context.database.kysely, async (trx) => {
    const records = await received.describe(trx, author, isPushed)
    for (const record of records) if (!record.writers.includes(author)) throw new ApiError('forbidden')
    return store(trx, context, received, records)
  })
  context.wakeSync()
  return status
}

/** A user speaks for its tenant with the privilege of the call; a node account for the tenants that have granted it. */
function authorOf({ name, viewer, body }: Received): Address {
  const { sendingTenantAddr: sender } = body
  if (sender !== undefined) {
    if (!speaksFor(viewer, sender)) throw new ApiError('forbidden')
    return sender
  }
  const { privileges = [] }: Pick<Endpoint, 'privileges'> = api[name]
  const isUsers = (user: Parameters<typeof holds>[0]) =>
    privileges.some((privilege) => privilege !== NODE_ACCOUNT && holds(user, privilege))
  if (viewer.kind !== 'user' || !isUsers(viewer.user)) throw new ApiError('forbidden')
  return viewer.tenant
}

async function storeOwn(
  trx: Queryable,
  { config }: Context,
  { viewer, proof }: Received,
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

/** A push brings one record, of entries with each of them beside it. */
async function storePushed(
  trx: Queryable,
  { config }: Context,
  { body }: Received,
  records: readonly SharedRecord[],
): Promise<DetailsStatus> {
  const { sendingTenantAddr: sender, receivingTenantAddr: named, fingerprint: claimed } = body
  const [first] = records
  if (sender === undefined || first === undefined) throw new ApiError('forbidden')
  const isWrong = claimed !== undefined && claimed !== first.fingerprint
  const status = isWrong ? 'FINGERPRINT_MISMATCH' : 'SYNCED'
  const taken = isWrong ? [{ ...first, fingerprint: claimed }] : records
  const tenants = config.hostedTenants.filter(
    (tenant) =>
      first.parties.includes(tenant) && tenant !== sender && (named === undefined || tenant === named),
  )
  if (tenants.length === 0) throw new ApiError('forbidden')
  for (const record of taken)
    if (!isWrong && !isPart(record) && !(await isRecordOnLedger(trx, record)))
      throw new ApiError('notYetIndexed')
  const rows = taken.map(
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

/** An entry stands on the ledger with the others of its call. */
const isPart = ({ kind }: SharedRecord): boolean => kind === 'ENTRY'

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
