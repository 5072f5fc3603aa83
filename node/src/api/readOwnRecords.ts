import { OWN_RECORDS, api } from '@connex/protocol'
import type { CallName, Endpoint, PlatformTenant, Tenant } from '@connex/protocol'
import { auditIdsOf } from '../storage/queries/audit.ts'
import { listNominations, findTenantNames } from '../storage/queries/tenants.ts'
import { listInvitations } from '../storage/queries/invitations.ts'
import type { Queryable } from '../storage/engine/database.ts'
import { firstTenantRecords } from '../storage/queries/tenantRecords.ts'
import type { UserViewer } from '../storage/queries/viewers.ts'
import { defaultedOf, keysOf, partnerOf, templateOf } from './recordShapes.ts'
import { holds } from '../access.ts'

type OwnRecords = Omit<PlatformTenant, keyof Tenant>

/** Of tenants that are not the viewer's. */
export const NO_RECORDS: OwnRecords = {
  auditIds: null,
  details: null,
  invitations: null,
  templates: null,
  businessPartners: null,
  defaultedTenants: null,
  recoveryNominations: null,
}

const KINDS = ['DETAILS', 'TEMPLATE', 'BUSINESS_PARTNER', 'DEFAULTED_TENANT'] as const

/** What the viewer's tenant keeps about itself, as far as the viewer may read it by the calls of the same names. */
export async function readOwnRecords(db: Queryable, { tenant, user }: UserViewer): Promise<OwnRecords> {
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
  const named = [...of('BUSINESS_PARTNER'), ...of('DEFAULTED_TENANT')]
  const names = await findTenantNames(db, keysOf(named))
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
