import * as z from 'zod/mini'
import { AuditId, auditFields } from '../entities/auditId.ts'
import { Delivery, DeliveryState } from '../entities/delivery.ts'
import { DeliveryDetails, DetailsStatus } from '../entities/deliveryDetails.ts'
import { ExternalAuditLog } from './deliveryRecords.ts'
import { COORDINATE, IN_DELIVERIES } from './access.ts'
import { endpoint, page } from '../endpoint.ts'
import { asOfFields, pagingFields, queryInteger, queryList } from '../paging.ts'
import { Address, Bytes32, DeliveryId, Fingerprint } from '../scalars.ts'

export const deliveryManager = endpoint({
  method: 'GET',
  path: '/delivery-manager',
  summary: "The delivery manager's static data",
  response: z.object({ address: Address }),
  errors: ['notFound'],
})

export const legManagers = endpoint({
  method: 'GET',
  path: '/delivery-manager/leg-managers',
  summary: 'Which leg manager handles which type of leg',
  query: z.object(pagingFields),
  response: page(z.object({ registryType: z.string(), active: z.boolean(), deliveryLegManager: Address })),
  isPage: true,
})

export const deliveries = endpoint({
  method: 'GET',
  path: '/delivery-manager/deliveries',
  summary: 'Deliveries in which the tenant takes part',
  privileges: ['delivery.BACKOFFICE', 'delivery.BACKOFFICE_RO'],
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  query: z.object({
    ...pagingFields,
    ...asOfFields,
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
    /** What the ledger's managers call one of its legs. */
    legEntityId: z.optional(Bytes32),
    /** Those that have a leg with this number, which counts from 0. */
    legIdx: z.optional(queryInteger(0, 1_000)),
    /** Of the private details. */
    fingerprints: z.optional(queryList(Fingerprint)),
    /** Those that close these, by what the own tenant holds of their private details. */
    openingDeliveryIds: z.optional(queryList(DeliveryId)),
    /** What these entries of the own audit are about. */
    auditIds: z.optional(queryList(AuditId)),
  }),
  response: page(z.object({ ...Delivery.shape, ...auditFields })),
  isPage: true,
})

export const putDeliveryDetails = endpoint({
  method: 'PUT',
  path: '/delivery-manager/deliveries/details',
  summary:
    "Stores a delivery's private details: the creator before it publishes, another party's server by push",
  privileges: ['delivery.BACKOFFICE', 'user.NODE_ACCOUNT'],
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  body: z.object({
    deliveryId: DeliveryId,
    details: DeliveryDetails,
    /** Of a push: the tenant in whose name the sending server's node account speaks. */
    sendingTenantAddr: z.optional(Address),
    /** Of a push to a server that hosts several tenants: for which of them. */
    receivingTenantAddr: z.optional(Address),
  }),
  response: z.object({ fingerprint: Fingerprint, status: DetailsStatus }),
  errors: ['notYetIndexed', 'alreadyStored'],
})

export const deliveryDetails = endpoint({
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
      details: z.nullable(DeliveryDetails),
      ledgerFp: z.nullable(Fingerprint),
      status: DetailsStatus,
      /** What other systems noted, kept by the own tenant. */
      externalAuditLogs: z.array(ExternalAuditLog),
    }),
  ),
  isPage: true,
})
