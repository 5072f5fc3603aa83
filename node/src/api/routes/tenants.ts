// Tenants: the platform's list, one's own details, and where their servers are.
import { api, OWN_RECORDS } from '@connex/protocol'
import type {
  Address,
  CallName,
  Endpoint,
  Feature,
  PlatformTenant,
  Tenant,
  TenantDetails,
} from '@connex/protocol'
import { holds } from '../../common/access.ts'
import { ApiError } from '../../common/errors.ts'
import { findPeerOffer } from '../../common/peerOffer.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { auditIdsOf } from '../../storage/queries/audit.ts'
import { listInvitations } from '../../storage/queries/invitations.ts'
import { findTenantRecord, firstTenantRecords, putTenantRecord } from '../../storage/queries/tenantRecords.ts'
import {
  findApiUrl,
  findConfirmer,
  findTenantNames,
  listHostedHere,
  listNominations,
  listTenants,
} from '../../storage/queries/tenants.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import type { ApiContext } from '../call/context.ts'
import type { Handlers } from '../call/handler.ts'
import { defaultedOf, keysOf, partnerOf } from './partners.ts'
import { templateOf } from './settings.ts'

export const tenants = {
  tenants: async ({ context, viewer, query }) => {
    const db = context.database.kysely
    const found = await listTenants(db, context.config.hostedTenants, query)
    const isOwn = ({ address }: { address: Address }) => address === viewer.tenant
    const own = found.items.some(isOwn) ? await readOwnRecords(db, viewer) : NO_RECORDS
    return { ...found, items: found.items.map((one) => ({ ...one, ...(isOwn(one) ? own : NO_RECORDS) })) }
  },

  tenantDetails: async ({ context, viewer }) => {
    const { tenant } = viewer
    const record = await findTenantRecord(context.database.kysely, tenant, 'DETAILS', '')
    return record === undefined ? {} : (record.data as TenantDetails)
  },

  putTenantDetails: async ({ context, viewer, body }) => {
    await putTenantRecord(context.database.kysely, viewer.tenant, 'DETAILS', '', body)
    return body
  },

  nominations: ({ context, viewer, query }) =>
    listNominations(context.database.kysely, viewer.tenant, query.status, query),

  confirmer: async ({ context, viewer, query }) => {
    const tenantAddr = query.tenantAddr ?? viewer.tenant
    const confirmer = await findConfirmer(context.database.kysely, tenantAddr)
    if (confirmer === undefined) throw new ApiError('notFound')
    return { tenantAddr, confirmer }
  },

  hostedHere: ({ context, query }) =>
    listHostedHere(context.database.kysely, context.config.hostedTenants, query),

  putHostedHere: async ({ context, viewer, body }) => {
    if (body.tenantAddr !== viewer.tenant) throw new ApiError('forbidden')
    const { isHostedHere } = body
    await putTenantRecord(context.database.kysely, viewer.tenant, 'HOSTED_HERE', '', { isHostedHere })
    return body
  },

  nodeConnection: async ({ context, viewer, query }) => {
    const tenantAddr = query.tenantAddr ?? viewer.tenant
    const db = context.database.kysely
    const [names, connexApiUrl = ''] = await Promise.all([
      findTenantNames(db, [tenantAddr]),
      findApiUrl(db, tenantAddr),
    ])
    if (!names.has(tenantAddr)) throw new ApiError('notFound')
    const answer = connexApiUrl === '' ? undefined : await findPeerOffer(context.config, connexApiUrl)
    const features = await rememberFeatures(db, { tenantAddr, url: connexApiUrl, features: answer?.features })
    return {
      tenantAddr,
      connexApiUrl,
      isHostedHere:
        context.config.hostedTenants.includes(tenantAddr) && (await wantsHosting(context, tenantAddr)),
      isReachable: answer !== undefined,
      supportedApiVersions: answer?.versions ?? [],
      features,
    }
  },
} satisfies Partial<Handlers>

type Offered = { tenantAddr: Address; url: string; features: Feature[] | undefined }

/** What a tenant's server supports, or did when it last answered at this address: nobody waits for a server that is away. */
async function rememberFeatures(db: Queryable, { tenantAddr, url, features }: Offered): Promise<Feature[]> {
  if (features !== undefined) {
    await putTenantRecord(db, tenantAddr, 'PEER_FEATURES', '', { url, features })
    return features
  }
  const record = await findTenantRecord(db, tenantAddr, 'PEER_FEATURES', '')
  const known = record?.data as { url: string; features: Feature[] } | undefined
  return known?.url === url ? known.features : []
}

type OwnRecords = Omit<PlatformTenant, keyof Tenant>

/** Of tenants other than the viewer's. */
const NO_RECORDS: OwnRecords = {
  auditIds: null,
  details: null,
  invitations: null,
  templates: null,
  businessPartners: null,
  defaultedTenants: null,
  recoveryNominations: null,
}

const KINDS = ['DETAILS', 'TEMPLATE', 'BUSINESS_PARTNER', 'DEFAULTED_TENANT'] as const

/** The viewer's tenant's own records, as far as the viewer may call the endpoints of the same names. */
async function readOwnRecords(db: Queryable, { tenant, user }: UserViewer): Promise<OwnRecords> {
  const mayCall = (name: CallName): boolean => {
    const { privileges }: Pick<Endpoint, 'privileges'> = api[name]
    return privileges === undefined || privileges.some((privilege) => holds(user, privilege))
  }
  const first = { itemsPerPage: OWN_RECORDS }
  const [records, invitations, nominations, audited] = await Promise.all([
    firstTenantRecords(db, tenant, KINDS, OWN_RECORDS),
    mayCall('invitations')
      ? listInvitations(db, tenant, undefined, { ...first, sortBy: 'invitedAt', sortOrder: 'desc' })
      : undefined,
    mayCall('nominations') ? listNominations(db, tenant, undefined, first) : undefined,
    mayCall('audit') ? auditIdsOf(db, tenant, [tenant]) : undefined,
  ])
  const of = (kind: (typeof KINDS)[number]) => records.filter((record) => record.kind === kind)
  const otherTenants = [...of('BUSINESS_PARTNER'), ...of('DEFAULTED_TENANT')]
  const names = await findTenantNames(db, keysOf(otherTenants))
  return {
    auditIds: audited === undefined ? null : (audited.get(tenant) ?? []),
    details: of('DETAILS')[0]?.data ?? {},
    invitations: invitations?.items ?? null,
    templates: of('TEMPLATE').map(templateOf),
    businessPartners: of('BUSINESS_PARTNER').map((row) => partnerOf(row, names)),
    defaultedTenants: mayCall('defaultedTenants')
      ? of('DEFAULTED_TENANT').map((row) => defaultedOf(row, names))
      : null,
    recoveryNominations: nominations?.items ?? null,
  }
}

async function wantsHosting({ database }: ApiContext, tenant: Address): Promise<boolean> {
  const record = await findTenantRecord(database.kysely, tenant, 'HOSTED_HERE', '')
  return (record?.data as { isHostedHere: boolean } | undefined)?.isHostedHere ?? true
}
