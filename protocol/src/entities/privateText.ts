// What tenants write to each other: salted, bound by its fingerprint, never on the ledger itself.
import * as z from 'zod/mini'
import { ForeignText } from '../text/readableText.ts'
import { Address, Bytes32, Fingerprint, Seconds } from '../scalars.ts'
import { DetailsStatus } from './delivery.ts'

/** A text whose fingerprint may go on the ledger: a reason, a reference, a comment. */
export const SaltedText = z.object({
  salt: Bytes32,
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
})
export type SaltedText = z.infer<typeof SaltedText>

/** The specification's seven. */
export const RegistryCommentType = z.enum([
  'reason',
  'forced-transfer reason',
  'suspension reason',
  'export reason',
  'unregister reason',
  'onramp reference',
  'offramp reference',
])
export type RegistryCommentType = z.infer<typeof RegistryCommentType>

export const DeliveryCommentType = z.enum(['INTERNAL', 'PRIVATE'])
export type DeliveryCommentType = z.infer<typeof DeliveryCommentType>

/** Who wrote something. The author's signed request stays with the server that took it. */
export const authorFields = {
  authorTenantAddr: Address,
  /** The user of the caller's own tenant; zero for another tenant's. */
  authorAddr: Address,
  /** Null for another tenant's user, and for one that the server does not know any more. */
  authorName: z.nullable(z.string()),
}

/** A text as it is read. */
export const WrittenText = z.object({
  fingerprint: Fingerprint,
  /** Null where the pushed data has another fingerprint: it is shown, never used. */
  text: z.nullable(ForeignText),
  /** PENDING until the ledger has the fingerprint, for the author alone. Comments have no place there. */
  status: DetailsStatus,
  ...authorFields,
  createdAt: Seconds,
})
export type WrittenText = z.infer<typeof WrittenText>

/** What a push to another server adds to the body that the author sent. */
export const pushFields = {
  /** Of a push: the tenant in whose name the sending server's node account speaks. */
  sendingTenantAddr: z.optional(Address),
  /** Of a push: for which tenant of the receiving server. */
  receivingTenantAddr: z.optional(Address),
  /** Of a push: the fingerprint that the data must have. */
  fingerprint: z.optional(Fingerprint),
}
