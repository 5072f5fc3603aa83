// What a tenant keeps with a delivery beside its details and comments.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Bytes32, DeliveryId, Fingerprint, Seconds } from '../scalars.ts'
import { COORDINATE, IN_DELIVERIES, READ_DELIVERIES, WRITE_DELIVERIES } from './access.ts'

const legIdx = z.number().check(z.int(), z.gte(0), z.lte(31))

/** The key that unlocks an HTLC leg, until it is shown on the ledger. */
export const HtlcSecret = z.object({ deliveryId: DeliveryId, legIdx, secret: Bytes32, createdAt: Seconds })
export type HtlcSecret = z.infer<typeof HtlcSecret>

export const putHtlcSecret = endpoint({
  method: 'POST',
  path: '/delivery-manager/deliveries/details/htlc-secret',
  summary: "Stores the secret of an HTLC leg: its sender's alone",
  privileges: WRITE_DELIVERIES,
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  body: z.object({ deliveryId: DeliveryId, legIdx, secret: Bytes32 }),
  response: z.object({}),
  errors: ['forbidden', 'notFound', 'alreadyStored'],
})

export const htlcSecrets = endpoint({
  method: 'GET',
  path: '/delivery-manager/deliveries/details/htlc-secret',
  summary: 'The secrets of HTLC legs, for the tenant that stored them',
  privileges: READ_DELIVERIES,
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  query: z.object({ ...pagingFields, deliveryIds: queryList(DeliveryId) }),
  response: page(HtlcSecret),
  isPage: true,
})

/** What another system noted about a delivery. */
export const ExternalAuditLog = z.object({
  /** The system that noted it. */
  system: z.string().check(z.minLength(1), z.maxLength(100)),
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
  /** When it happened there. */
  at: Seconds,
})
export type ExternalAuditLog = z.infer<typeof ExternalAuditLog>

export const putExternalAuditLog = endpoint({
  method: 'POST',
  path: '/delivery-manager/deliveries/external-audit-logs',
  summary: "Stores what another system noted about a delivery; it stands with the delivery's details",
  privileges: WRITE_DELIVERIES,
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  body: z.object({ deliveryId: DeliveryId, log: ExternalAuditLog }),
  response: z.object({ fingerprint: Fingerprint }),
  errors: ['forbidden', 'notFound'],
})
