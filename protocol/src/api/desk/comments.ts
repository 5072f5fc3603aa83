// Texts between tenants: on deliveries, and behind the fingerprints in a registry's events.
import * as z from 'zod/mini'
import { endpoint, page } from '../../endpoint.ts'
import { DetailsStatus } from '../../entities/delivery.ts'
import {
  DeliveryCommentType,
  RegistryCommentType,
  SaltedText,
  WrittenText,
  pushFields,
} from '../../entities/privateText.ts'
import { pagingFields, queryList } from '../../paging.ts'
import { Address, DeliveryId, Fingerprint, RegistryId } from '../../scalars.ts'
import {
  COORDINATE,
  IN_ANY,
  IN_DELIVERIES,
  PUSH,
  READ_DELIVERIES,
  READ_WORK,
  WORK,
  WRITE_DELIVERIES,
} from '../../access.ts'

const Stored = z.object({ fingerprint: Fingerprint, status: DetailsStatus })

/** A comment as it is read. */
export const DeliveryComment = z.object({
  ...WrittenText.shape,
  deliveryId: DeliveryId,
  type: DeliveryCommentType,
})
export type DeliveryComment = z.infer<typeof DeliveryComment>

const deliveryCommentQuery = z.object({ ...pagingFields, deliveryIds: queryList(DeliveryId) })

export const commentsApi = {
  putComment: endpoint({
    method: 'PUT',
    path: '/comments/private',
    summary: 'Stores a private comment and pushes it to the tenants that share it',
    privileges: [...WORK, ...PUSH],
    tenantPrivileges: IN_ANY,
    exemptedBy: COORDINATE,
    body: z.object({
      type: RegistryCommentType,
      comment: SaltedText,
      /** Who may read it beside the caller's tenant. */
      sharedWith: z.array(Address).check(z.maxLength(20)),
      /** Of a reason or reference that is yet to be signed: they get it once this registry has its fingerprint on the ledger. */
      untilOnLedger: z.optional(z.object({ registryManagerAddr: Address, registryId: RegistryId })),
      ...pushFields,
    }),
    response: Stored,
    errors: ['forbidden'],
  }),
  comments: endpoint({
    method: 'GET',
    path: '/comments/private',
    summary: 'Private comments by fingerprint and type, for the tenants that share them',
    privileges: READ_WORK,
    tenantPrivileges: IN_ANY,
    exemptedBy: COORDINATE,
    query: z.object({
      ...pagingFields,
      fingerprints: z.optional(queryList(Fingerprint)),
      type: z.optional(RegistryCommentType),
    }),
    response: page(z.object({ ...WrittenText.shape, type: RegistryCommentType })),
    isPage: true,
  }),
  putDeliveryComment: endpoint({
    method: 'PUT',
    path: '/delivery-manager/deliveries/comments/private',
    summary: 'Stores a comment on a delivery and pushes it to the other parties',
    privileges: [...WRITE_DELIVERIES, ...PUSH],
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    body: z.object({
      deliveryId: DeliveryId,
      comment: SaltedText,
      /** The reason of a cancellation that is only proposed: the other parties get it once the ledger has its fingerprint. */
      untilOnLedger: z.optional(z.boolean()),
      ...pushFields,
    }),
    response: Stored,
    errors: ['forbidden', 'notFound', 'notYetIndexed'],
  }),
  deliveryComments: endpoint({
    method: 'GET',
    path: '/delivery-manager/deliveries/comments/private',
    summary: "Comments on deliveries, for the deliveries' parties",
    privileges: READ_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: deliveryCommentQuery,
    response: page(DeliveryComment),
    isPage: true,
  }),
  putInternalComment: endpoint({
    method: 'PUT',
    path: '/delivery-manager/deliveries/comments/internal',
    summary: "Stores an internal comment on a delivery, visible only to the caller's tenant",
    privileges: WRITE_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    body: z.object({ deliveryId: DeliveryId, comment: SaltedText }),
    response: Stored,
    errors: ['forbidden', 'notFound'],
  }),
  internalComments: endpoint({
    method: 'GET',
    path: '/delivery-manager/deliveries/comments/internal',
    summary: "The caller's tenant's internal comments on deliveries",
    privileges: READ_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: deliveryCommentQuery,
    response: page(DeliveryComment),
    isPage: true,
  }),
}
