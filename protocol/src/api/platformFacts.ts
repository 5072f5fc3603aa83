// Facts of the platform that the ledger tells.
import * as z from 'zod/mini'
import { Nomination, NominationStatus } from '../entities/nomination.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address } from '../scalars.ts'
import { READ_TENANT_ADMIN } from './access.ts'

export const blacklist = endpoint({
  method: 'GET',
  path: '/platform/blacklist',
  summary: 'Which addresses are blacklisted, among those asked for or of all',
  authentication: 'bearer',
  query: z.object({ ...pagingFields, addresses: z.optional(queryList(Address)) }),
  response: page(z.object({ address: Address })),
  isPage: true,
})

export const contractVersion = endpoint({
  method: 'GET',
  path: '/platform/contract-version',
  summary: 'The versions of the deployed contracts, as each of them tells',
  authentication: 'bearer',
  query: z.object(pagingFields),
  response: page(
    z.object({
      address: Address,
      name: z.string(),
      /** Null where the contract tells none. */
      version: z.nullable(z.string()),
    }),
  ),
  isPage: true,
  errors: ['ledgerFailed'],
})

export const nominations = endpoint({
  method: 'GET',
  path: '/platform/tenants/nominations',
  summary: "The nominations of admins in the own tenant's privilege manager",
  authentication: 'bearer',
  privileges: READ_TENANT_ADMIN,
  query: z.object({ ...pagingFields, status: z.optional(queryList(NominationStatus)) }),
  response: page(Nomination),
  isPage: true,
})
