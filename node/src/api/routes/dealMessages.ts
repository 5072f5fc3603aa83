// Messages between the two parties of a repo or a securities loan: its registrars read none.
import { fingerprintOf, foreignText } from '@connex/protocol'
import type { DealMessage, StoredDealMessage } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { receivePrivateRecord } from '../../exchange/incoming/privateRecords.ts'
import { unansweredMessages } from '../../storage/sharing/dealMessages.ts'
import { listPrivateRecords } from '../../storage/sharing/privateRecords.ts'
import type { PrivateRecord } from '../../storage/sharing/privateRecords.ts'
import type { Handlers } from '../call/handler.ts'
import { findOwnDelivery } from './deliveries.ts'

export const dealMessages = {
  putDealMessage: async ({ context, viewer, body, proof }) => {
    const { message } = body
    const { openingDeliveryId } = message
    const messageId = fingerprintOf(message)
    const status = await receivePrivateRecord(context, {
      name: 'putDealMessage',
      viewer,
      proof,
      body,
      describe: async (trx, author, isPushed) => {
        const { deliveryManagerAddr, legs } = await findOwnDelivery(trx, author, openingDeliveryId, isPushed)
        const [first] = legs
        if (first === undefined) throw new ApiError('notFound')
        const parties = [first.sender, first.receiver]
        return [
          {
            kind: 'DEAL_MESSAGE',
            fingerprint: messageId,
            entityId: openingDeliveryId,
            type: message.kind,
            dapp: deliveryManagerAddr,
            awaits: [],
            data: { message },
            writers: parties,
            parties,
          },
        ]
      },
    })
    return { messageId, status }
  },

  dealMessages: async ({ context, viewer, query }) => {
    const { openingDeliveryIds, isUnanswered } = query
    const filters = {
      kinds: ['DEAL_MESSAGE'] as const,
      entityIds: openingDeliveryIds,
      condition: isUnanswered === undefined ? undefined : unansweredMessages(isUnanswered),
    }
    const found = await listPrivateRecords(context.database.kysely, viewer.tenant, filters, query)
    return { ...found, items: found.items.map(messageOf) }
  },
} satisfies Partial<Handlers>

function messageOf(record: PrivateRecord): StoredDealMessage {
  const { fingerprint, entityId, type, data, authorTenantAddr, authorAddr, authorName, createdAt } = record
  const { message } = (data ?? { message: null }) as { message: DealMessage | null }
  const { text, ...fields } = message ?? {}
  return {
    messageId: fingerprint,
    openingDeliveryId: entityId as StoredDealMessage['openingDeliveryId'],
    kind: type as StoredDealMessage['kind'],
    message: message === null ? null : (fields as StoredDealMessage['message']),
    text: foreignText(text),
    authorTenantAddr,
    authorAddr,
    authorName,
    createdAt,
  }
}
