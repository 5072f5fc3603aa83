// Facts of the platform that the ledger tells.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Seconds } from '../scalars.ts'
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

/** CANCELLED has two L here, and one elsewhere: the specification's spelling. */
export const NominationStatus = z.enum(['NOMINATED', 'COMMITTED', 'CANCELLED'])
export type NominationStatus = z.infer<typeof NominationStatus>

export const NominationAction = z.enum(['NOMINATE', 'COMMIT', 'CANCEL'])
export type NominationAction = z.infer<typeof NominationAction>

export const Nomination = z.object({
  privilegeManagerAddr: Address,
  nominee: Address,
  nominator: Address,
  status: NominationStatus,
  /** From when until when the nominee may commit. */
  committableFrom: Seconds,
  committableUntil: Seconds,
  /** Null where it is not CANCELLED: the nominee rejects, somebody else revokes. */
  canceledBy: z.nullable(Address),
})
export type Nomination = z.infer<typeof Nomination>

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
