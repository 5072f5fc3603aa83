// Deliveries, their private details, and what a tenant stores beside them.
import * as z from 'zod/mini'
import { endpoint, page } from '../../endpoint.ts'
import { DealDetails } from '../../deals/dealDetails.ts'
import { Delivery, DeliveryState, DetailsStatus } from '../../entities/delivery.ts'
import {
  AuditId,
  asOfFields,
  auditFields,
  expiryFields,
  pagingFields,
  queryInteger,
  queryList,
} from '../../paging.ts'
import { Address, Bytes32, DeliveryId, Fingerprint, Seconds } from '../../scalars.ts'
import { COORDINATE, IN_DELIVERIES, READ_DELIVERIES, WRITE_DELIVERIES } from '../../access.ts'

const legIdx = z.number().check(z.int(), z.gte(0), z.lte(31))

/** The key that unlocks an HTLC leg, until it is shown on the ledger. */
export const HtlcSecret = z.object({ deliveryId: DeliveryId, legIdx, secret: Bytes32, createdAt: Seconds })
export type HtlcSecret = z.infer<typeof HtlcSecret>

/** Another system's note on a delivery. */
export const ExternalAuditLog = z.object({
  /** The system that noted it. */
  system: z.string().check(z.minLength(1), z.maxLength(100)),
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
  /** When it happened there. */
  at: Seconds,
})
export type ExternalAuditLog = z.infer<typeof ExternalAuditLog>

export const deliveriesApi = {
  deliveryManager: endpoint({
    method: 'GET',
    path: '/delivery-manager',
    summary: "The delivery manager's static data",
    response: z.object({ address: Address }),
    errors: ['notFound'],
  }),
  legManagers: endpoint({
    method: 'GET',
    path: '/delivery-manager/leg-managers',
    summary: 'Which leg manager handles which type of leg',
    query: z.object(pagingFields),
    response: page(z.object({ registryType: z.string(), active: z.boolean(), deliveryLegManager: Address })),
    isPage: true,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/delivery-manager/deliveries',
    summary: 'Deliveries in which the tenant takes part',
    privileges: ['delivery.BACKOFFICE', 'delivery.BACKOFFICE_RO'],
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: z.object({
      ...pagingFields,
      ...asOfFields,
      ...expiryFields,
      deliveryIds: z.optional(queryList(DeliveryId)),
      deliveryState: z.optional(queryList(DeliveryState)),
      deliveryManagerAddr: z.optional(Address),
      /** Sender, receiver, registrar or coordinator of any leg. */
      participant: z.optional(Address),
      sender: z.optional(Address),
      receiver: z.optional(Address),
      registrar: z.optional(Address),
      txCoordinator: z.optional(Address),
      /** Who created it. */
      initiator: z.optional(Address),
      /** A delivery's id. */
      entityId: z.optional(Bytes32),
      /** The ledger managers' id of one of its legs. */
      legEntityId: z.optional(Bytes32),
      /** Those that have a leg with this number, which counts from 0. */
      legIdx: z.optional(queryInteger(0, 1_000)),
      /** Of the private details. */
      fingerprints: z.optional(queryList(Fingerprint)),
      /** Closings of these, as far as the caller's tenant has their private details. */
      openingDeliveryIds: z.optional(queryList(DeliveryId)),
      /** What these entries of the own audit are about. */
      auditIds: z.optional(queryList(AuditId)),
    }),
    response: page(z.object({ ...Delivery.shape, ...auditFields })),
    isPage: true,
  }),
  putDeliveryDetails: endpoint({
    method: 'PUT',
    path: '/delivery-manager/deliveries/details',
    summary:
      "Stores a delivery's private details. Called by the creator before publishing, or by another party's server as a push",
    privileges: ['delivery.BACKOFFICE', 'user.NODE_ACCOUNT'],
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    body: z.object({
      deliveryId: DeliveryId,
      details: DealDetails,
      /** Of a push: the tenant in whose name the sending server's node account speaks. */
      sendingTenantAddr: z.optional(Address),
      /** Of a push to a server that hosts several tenants: for which of them. */
      receivingTenantAddr: z.optional(Address),
    }),
    response: z.object({ fingerprint: Fingerprint, status: DetailsStatus }),
    errors: ['notYetIndexed', 'alreadyStored', 'peerTooOld'],
  }),
  deliveryDetails: endpoint({
    method: 'GET',
    path: '/delivery-manager/deliveries/details',
    summary: "Deliveries' private details, for their parties alone, with the result of the fingerprint check",
    privileges: ['delivery.BACKOFFICE', 'delivery.BACKOFFICE_RO'],
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: z.object({ deliveryIds: queryList(DeliveryId) }),
    response: page(
      z.object({
        deliveryId: DeliveryId,
        /** Those of the caller's tenant's proposals too, which are PENDING: a colleague who approves reads them here. */
        details: z.nullable(DealDetails),
        ledgerFp: z.nullable(Fingerprint),
        status: DetailsStatus,
        /** Notes of other systems, stored by the caller's tenant. */
        externalAuditLogs: z.array(ExternalAuditLog),
      }),
    ),
    isPage: true,
  }),
  putHtlcSecret: endpoint({
    method: 'POST',
    path: '/delivery-manager/deliveries/details/htlc-secret',
    summary: 'Stores the secret of an HTLC leg, for its sender only',
    privileges: WRITE_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    body: z.object({ deliveryId: DeliveryId, legIdx, secret: Bytes32 }),
    response: z.object({}),
    errors: ['forbidden', 'notFound', 'alreadyStored'],
  }),
  htlcSecrets: endpoint({
    method: 'GET',
    path: '/delivery-manager/deliveries/details/htlc-secret',
    summary: 'The secrets of HTLC legs, for the tenant that stored them',
    privileges: READ_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: z.object({ ...pagingFields, deliveryIds: queryList(DeliveryId) }),
    response: page(HtlcSecret),
    isPage: true,
  }),
  putExternalAuditLog: endpoint({
    method: 'POST',
    path: '/delivery-manager/deliveries/external-audit-logs',
    summary: "Stores another system's audit log of a delivery; it is returned with the delivery's details",
    privileges: WRITE_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    body: z.object({ deliveryId: DeliveryId, log: ExternalAuditLog }),
    response: z.object({ fingerprint: Fingerprint }),
    errors: ['forbidden', 'notFound'],
  }),
}
