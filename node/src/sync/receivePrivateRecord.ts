// What tenants write to each other beside the details comes in: from the tenant's own user, or pushed by another server.
// Everybody who shares it and is hosted here gets a copy; for each of the others the outbox gets a row.
import { ZERO_ADDRESS, api } from '@connex/protocol'
import type { Address, CallName, Endpoint, Fingerprint } from '@connex/protocol'
import type { ApiContext } from '../api/ApiContext.ts'
import { ApiError } from '../api/ApiError.ts'
import { NODE_ACCOUNT, holds } from '../api/authorize.ts'
import type { Proof } from '../api/authenticate.ts'
import { enqueueRecord, storePrivateRecord } from '../storage/privateRecords.ts'
import { inTransaction } from '../storage/queryable.ts'
import type { Queryable } from '../storage/queryable.ts'
import type { PushedRecordKind } from '../storage/recordTables.ts'
import type { Viewer } from '../storage/Viewer.ts'
import { announceDetails } from './announceDetails.ts'
import { speaksFor } from './receiveDeliveryDetails.ts'

export type SharedRecord = {
  kind: PushedRecordKind
  fingerprint: Fingerprint
  entityId: string
  type: string
  dapp: Address
  /** The body as the author's user sends it. */
  data: object
  /** Who may write it. */
  writers: readonly Address[]
  /** Who may read it, writers among them. */
  parties: readonly Address[]
}

type Push = { sendingTenantAddr?: Address | undefined; receivingTenantAddr?: Address | undefined }

type Received = {
  name: CallName
  viewer: Viewer
  proof: Proof | undefined
  body: Push
  /** `isPushed`: what the index does not know may still come. */
  describe: (trx: Queryable, author: Address, isPushed: boolean) => Promise<readonly SharedRecord[]>
}

type Context = Pick<ApiContext, 'config' | 'database' | 'wakeSync'>

export async function receivePrivateRecord(context: Context, received: Received): Promise<void> {
  const author = authorOf(received)
  const isPushed = received.body.sendingTenantAddr !== undefined
  await inTransaction(context.database.kysely, async (trx) => {
    const records = await received.describe(trx, author, isPushed)
    const changed: { tenant: Address; id: string }[] = []
    for (const record of records) {
      if (!record.writers.includes(author)) throw new ApiError('forbidden')
      const tenants = isPushed
        ? await storePushed(trx, context, received, record)
        : await storeOwn(trx, context, received, record)
      for (const tenant of tenants) changed.push({ tenant, id: record.entityId })
    }
    await announceDetails(trx, changed)
  })
  context.wakeSync()
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
  record: SharedRecord,
): Promise<Address[]> {
  if (viewer.kind !== 'user') throw new ApiError('forbidden')
  const others = [...new Set(record.parties)].filter(
    (party) => party !== viewer.tenant && party !== ZERO_ADDRESS,
  )
  const here = [viewer.tenant, ...others.filter((party) => config.hostedTenants.includes(party))]
  const away = others.filter((party) => !config.hostedTenants.includes(party))
  const row = {
    ...record,
    authorTenant: viewer.tenant,
    authorAddress: viewer.address,
    proof,
    sharedWith: others,
  }
  await storePrivateRecord(trx, here, row)
  await enqueueRecord(trx, { ...record, sender: viewer.tenant, destinations: away })
  return here
}

async function storePushed(
  trx: Queryable,
  { config }: Context,
  { body }: Received,
  record: SharedRecord,
): Promise<Address[]> {
  const { sendingTenantAddr: sender, receivingTenantAddr: named } = body
  if (sender === undefined) throw new ApiError('forbidden')
  const tenants = config.hostedTenants.filter(
    (tenant) =>
      record.parties.includes(tenant) && tenant !== sender && (named === undefined || tenant === named),
  )
  if (tenants.length === 0) throw new ApiError('forbidden')
  const row = {
    ...record,
    authorTenant: sender,
    authorAddress: ZERO_ADDRESS,
    proof: undefined,
    sharedWith: [],
  }
  await storePrivateRecord(trx, tenants, row)
  return tenants
}
