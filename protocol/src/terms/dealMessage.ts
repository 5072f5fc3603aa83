// What the parties of a deal ask each other before a delivery does it. A message binds nobody and is not on the ledger; a delivery that
// answers it quotes its id, which the fingerprint of the delivery binds.
import * as z from 'zod/mini'
import { Bytes32, DeliveryId, Fingerprint, Quantity } from '../scalars.ts'
import { LotName } from './loanTerms.ts'
import { IsoDate } from './repoTerms.ts'

/** RECALL: asks for securities back by a day. SUBSTITUTION: asks to exchange collateral. ANSWER: agrees to either, or declines it. */
export const DealMessageKind = z.enum(['RECALL', 'SUBSTITUTION', 'ANSWER'])
export type DealMessageKind = z.infer<typeof DealMessageKind>

/** Why a substitution is declined: the codes of FpML's collateral-substitution-response-reason-1-0, which FINOS CDM uses. */
export const SubstitutionResponseReason = z.enum(['INSUFFICIENT_COLLATERAL', 'INVALID_IDENTIFIER'])
export type SubstitutionResponseReason = z.infer<typeof SubstitutionResponseReason>

const MOST = 31
const MOST_ANSWERS = 1_000_000

const RequestedLot = z.object({
  lot: LotName,
  /** In smallest units. */
  quantity: Quantity.check(z.refine((units) => units !== '0', 'A quantity must be above 0.')),
})

/** Securities that the deal does not have yet, as a desk reads them: '5100000' of 'FR0013508470'. */
export const OfferedSecurities = z.object({
  identifier: z
    .string()
    .check(z.regex(/^[A-Za-z0-9:._-]{1,40}$/, 'An identifier must have 1 to 40 letters, digits, or . : _ -')),
  quantity: z
    .string()
    .check(
      z.regex(
        /^(?!0(\.0+)?$)(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/,
        'A quantity must be above 0, with a point before its decimals, such as 5100000 or 12.5.',
      ),
    ),
})
export type OfferedSecurities = z.infer<typeof OfferedSecurities>

const dealMessage = z.object({
  salt: Bytes32,
  v: z.literal(1, 'This version of messages is unknown. Update the software, then try again.'),
  kind: DealMessageKind,
  openingDeliveryId: DeliveryId,
  /** What should come back. */
  lots: z.optional(
    z.array(RequestedLot).check(z.maxLength(MOST, `A message can list at most ${MOST} lots.`)),
  ),
  /** What would come in its place. */
  offered: z.optional(
    z.array(OfferedSecurities).check(z.maxLength(MOST, `A message can offer at most ${MOST} instruments.`)),
  ),
  /** Of a recall: the day by which the securities are due. */
  date: z.optional(IsoDate),
  /** Of an answer: the message that it answers. */
  replyTo: z.optional(Fingerprint),
  isAgreed: z.optional(z.boolean()),
  /** Of an answer that declines a substitution, if its author names one. */
  reason: z.optional(SubstitutionResponseReason),
  /** Of an answer: its author's first to this request is 1. Servers receive answers at different times, so this orders them. */
  sequence: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_ANSWERS))),
  text: z.optional(
    z.string().check(z.minLength(1), z.maxLength(2000, 'A message can have at most 2,000 characters.')),
  ),
})
type Fields = z.infer<typeof dealMessage>

/** What a message of each kind names; a text may always come with it. */
const KIND_FIELDS: Record<DealMessageKind, readonly (keyof Fields)[]> = {
  RECALL: ['lots', 'date'],
  SUBSTITUTION: ['lots', 'offered'],
  ANSWER: ['replyTo', 'isAgreed', 'sequence'],
}
const KIND_NEEDS: Record<DealMessageKind, string> = {
  RECALL: 'A recall must have lots and the day by which they are due, and nothing else.',
  SUBSTITUTION:
    'A request to substitute must have the lots that come back and what is offered, and nothing else.',
  ANSWER:
    'An answer must have the message that it answers, whether it agrees, and its number, and nothing else.',
}
const OPTIONAL: readonly (keyof Fields)[] = ['lots', 'offered', 'date', 'replyTo', 'isAgreed', 'sequence']

const hasItsFields = (message: Fields): boolean =>
  OPTIONAL.every((field) => (message[field] !== undefined) === KIND_FIELDS[message.kind].includes(field))

const declinesIfItHasAReason = ({ kind, isAgreed, reason }: Fields): boolean =>
  reason === undefined || (kind === 'ANSWER' && isAgreed === false)

const isNeverEmpty = ({ lots, offered }: Fields): boolean => lots?.length !== 0 && offered?.length !== 0

const namesEachOnce = ({ lots = [], offered = [] }: Fields): boolean =>
  new Set(lots.map(({ lot }) => lot)).size === lots.length &&
  new Set(offered.map(({ identifier }) => identifier)).size === offered.length

export const DealMessage = dealMessage.check(
  z.refine<Fields>(hasItsFields, {
    path: ['kind'],
    error: ({ input }) => KIND_NEEDS[(input as Fields).kind],
  }),
  z.refine<Fields>(declinesIfItHasAReason, {
    path: ['reason'],
    error: 'Only an answer that declines has a reason.',
  }),
  z.refine<Fields>(isNeverEmpty, {
    path: ['lots'],
    error: 'List at least one lot, and at least one instrument of an offer.',
  }),
  z.refine<Fields>(namesEachOnce, { path: ['lots'], error: 'List each lot and each instrument only once.' }),
)
export type DealMessage = z.infer<typeof DealMessage>
