// Sessions, and who is on the platform.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { Dapp, DappController, DappType, PlatformTenant, Tenant } from '../entities/tenant.ts'
import { User } from '../entities/user.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Bytes32, Quantity, Seconds } from '../scalars.ts'

export const platformApi = {
  platform: endpoint({
    method: 'GET',
    path: '/platform',
    summary: "The platform's static data",
    authentication: 'bearer',
    response: z.object({
      address: Address,
      name: z.string(),
      chainId: z.number(),
      refundThreshold: Quantity,
      refundLimit: Quantity,
    }),
  }),
  login: endpoint({
    method: 'GET',
    path: '/platform/login',
    summary: 'Exchanges a signed request for a bearer token, which platform calls use',
    response: z.object({ token: z.string(), expiresAt: Seconds }),
  }),
  logout: endpoint({
    method: 'GET',
    path: '/platform/logout',
    summary: 'Ends the bearer token',
    authentication: 'bearer',
    response: z.object({}),
  }),
  me: endpoint({
    method: 'GET',
    path: '/platform/me',
    summary: 'Who am I: the user, also when locked or inactive, and the tenant',
    authentication: 'signedOrBearer',
    query: z.object({ dappTypes: z.optional(queryList(DappType)) }),
    response: z.object({
      user: User,
      tenant: Tenant,
      /** A stream with this as its Last-Event-ID misses nothing that changes after this answer. */
      eventId: z.optional(z.string()),
    }),
  }),
  tenants: endpoint({
    method: 'GET',
    path: '/platform/tenants',
    summary: "Every tenant of the platform; the caller's tenant with its private records",
    authentication: 'bearer',
    query: z.object(pagingFields),
    response: page(PlatformTenant),
    isPage: true,
  }),
  dapps: endpoint({
    method: 'GET',
    path: '/platform/dapps',
    summary: 'The dApps and who holds which privilege on each',
    authentication: 'bearer',
    query: z.object({
      ...pagingFields,
      dappTypes: z.optional(queryList(DappType)),
      /** Those on which somebody holds one of these, by the ledger's id. */
      privilegeIds: z.optional(queryList(Bytes32)),
      /** Those of which this tenant is an operator. */
      operatorAddr: z.optional(Address),
    }),
    response: page(Dapp),
    isPage: true,
  }),
  dappControllers: endpoint({
    method: 'GET',
    path: '/platform/dapp-controllers',
    summary: "The controllers of the caller's tenant, with their workflow configuration",
    authentication: 'bearer',
    query: z.object({ ...pagingFields, dappTypes: z.optional(queryList(DappType)) }),
    response: page(DappController),
    isPage: true,
  }),
}
