// How tenants join: invited by the platform's operator, confirmed by their first admin, then registered on the ledger.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { TenantInvitation, TenantState, TenantStrings } from '../entities/tenant.ts'
import { InvitationToken } from '../entities/user.ts'
import { pagingFields, queryList } from '../paging.ts'
import { HexData, TxHash } from '../scalars.ts'
import { READ_TENANT_ADMIN, TENANT_ADMIN } from '../access.ts'
import { PUBLISHING_ERRORS } from './ledger.ts'

const Identifier = TenantInvitation.shape.id

export const invitationsApi = {
  invitations: endpoint({
    method: 'GET',
    path: '/platform/tenants/invitations',
    summary: 'The tenants that this tenant has invited; withdrawn ones only where the query has their state',
    authentication: 'bearer',
    privileges: READ_TENANT_ADMIN,
    query: z.object({ ...pagingFields, state: z.optional(queryList(TenantState)) }),
    response: page(TenantInvitation),
    isPage: true,
  }),
  inviteTenant: endpoint({
    method: 'POST',
    path: '/platform/tenants/invitations',
    summary: 'Invites a tenant to the platform (platform operator only)',
    authentication: 'bearer',
    privileges: TENANT_ADMIN,
    tenantPrivileges: ['platform.OPERATOR'],
    body: z.object({ name: TenantStrings.shape.name }),
    response: TenantInvitation,
  }),
  deleteInvitation: endpoint({
    method: 'DELETE',
    path: '/platform/tenants/invitations',
    summary: 'Withdraws an invitation while it is INVITED',
    authentication: 'bearer',
    privileges: TENANT_ADMIN,
    query: z.object({ id: Identifier }),
    response: z.object({}),
    errors: ['invitationNotFound', 'invitationNotInvited'],
  }),
  confirmInvitation: endpoint({
    method: 'POST',
    path: '/platform/tenants/invitations/confirm',
    summary:
      "The new tenant's first admin confirms with the token, once, and describes the tenant, or declines by sending none",
    authentication: 'wallet',
    body: z.object({ token: InvitationToken, tenant: z.nullable(TenantStrings) }),
    response: z.object({ id: Identifier, state: TenantState }),
    errors: ['invitationNotFound', 'tenantNameTaken', 'apiAddressInvalid'],
  }),
  registerTenant: endpoint({
    method: 'POST',
    path: '/platform/tenants/register',
    summary:
      'Publishes the ledger transaction that onboards a confirmed tenant: its strings, its admin, its registration reference',
    authentication: 'bearer',
    privileges: TENANT_ADMIN,
    tenantPrivileges: ['platform.OPERATOR'],
    body: z.object({ id: Identifier, rawTransaction: HexData }),
    response: z.object({ transactionHash: TxHash }),
    errors: ['invitationNotFound', 'invitationNotConfirmed', 'transactionOtherTarget', ...PUBLISHING_ERRORS],
  }),
  updateTenant: endpoint({
    method: 'PUT',
    path: '/platform/tenants',
    summary:
      "Publishes the ledger transaction that changes the name, server address or LEI of the caller's tenant",
    authentication: 'bearer',
    privileges: TENANT_ADMIN,
    body: z.object({ rawTransaction: HexData }),
    response: z.object({ transactionHash: TxHash }),
    errors: ['apiAddressInvalid', 'transactionOtherTarget', ...PUBLISHING_ERRORS],
  }),
}
