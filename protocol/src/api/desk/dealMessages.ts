// Messages between the two parties of a deal.
import * as z from 'zod/mini'
import { COORDINATE, IN_DELIVERIES, PUSH, READ_DELIVERIES, WRITE_DELIVERIES } from '../../access.ts'
import { endpoint, page } from '../../endpoint.ts'
import { DetailsStatus } from '../../entities/delivery.ts'
import { authorFields, pushFields } from '../../entities/privateText.ts'
import { pagingFields, queryBoolean, queryList } from '../../paging.ts'
import { ForeignText } from '../../text/readableText.ts'
import { DeliveryId, Fingerprint, Seconds } from '../../scalars.ts'
import { DealMessage, DealMessageKind } from '../../terms/dealMessage.ts'

/** A message as it is read: its id is its fingerprint. */
export const StoredDealMessage = z.object({
  messageId: Fingerprint,
  openingDeliveryId: DeliveryId,
  kind: DealMessageKind,
  /** Without its text. Null where the pushed data has another fingerprint: it is shown, never used. */
  message: z.nullable(z.omit(z.object(DealMessage.shape), { text: true })),
  text: z.nullable(ForeignText),
  ...authorFields,
  createdAt: Seconds,
})
export type StoredDealMessage = z.infer<typeof StoredDealMessage>

export const dealMessagesApi = {
  putDealMessage: endpoint({
    method: 'PUT',
    path: '/delivery-manager/deliveries/messages',
    summary: 'Stores a message on a repo or a securities loan, and pushes it to the other party',
    privileges: [...WRITE_DELIVERIES, ...PUSH],
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    body: z.object({ message: DealMessage, ...pushFields }),
    response: z.object({ messageId: Fingerprint, status: DetailsStatus }),
    errors: ['forbidden', 'notFound', 'notYetIndexed'],
  }),
  dealMessages: endpoint({
    method: 'GET',
    path: '/delivery-manager/deliveries/messages',
    summary: 'Messages on repos and securities loans, the oldest first, for their two parties',
    privileges: READ_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: z.object({
      ...pagingFields,
      openingDeliveryIds: z.optional(queryList(DeliveryId)),
      /** Only requests that nobody has answered, or only the others. */
      isUnanswered: z.optional(queryBoolean),
    }),
    response: page(StoredDealMessage),
    isPage: true,
  }),
}
