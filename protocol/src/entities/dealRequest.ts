// Requests between the parties of open deals that nobody has answered.
import * as z from 'zod/mini'
import { ForeignText } from '../text/readableText.ts'
import { Address, DeliveryId, Fingerprint, Seconds } from '../scalars.ts'
import { OfferedSecurities } from '../terms/dealMessage.ts'
import { DueSecurities } from './desk.ts'
import { TransferType } from './transfer.ts'

/** Who answers: the caller's tenant or the other party. */
export const RequestParty = z.enum(['YOU', 'COUNTERPARTY'])
export type RequestParty = z.infer<typeof RequestParty>

export const DealRequest = z.object({
  messageId: Fingerprint,
  openingDeliveryId: DeliveryId,
  kind: z.enum(['RECALL', 'SUBSTITUTION']),
  party: RequestParty,
  transferType: TransferType,
  counterpartyAddr: Address,
  /** What should come back. */
  securities: z.array(DueSecurities),
  /** Of a request to substitute: what would come in its place, as its author reads it. */
  offered: z.array(OfferedSecurities),
  /** Of a recall: the day by which it is due. */
  date: z.nullable(z.iso.date()),
  text: z.nullable(ForeignText),
  createdAt: Seconds,
})
export type DealRequest = z.infer<typeof DealRequest>
