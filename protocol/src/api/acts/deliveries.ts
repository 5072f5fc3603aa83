// What a user does with deliveries, as the body of a call that prepares it.
import * as z from 'zod/mini'
import { TradeReference } from '../../deals/dealDetails.ts'
import { Direction } from '../../entities/transfer.ts'
import {
  AccountNumber,
  Address,
  Bytes32,
  DeliveryId,
  Fingerprint,
  InstrumentId,
  Quantity,
  RegistryId,
  Seconds,
} from '../../scalars.ts'
import { Currency } from '../../terms/cash.ts'
import { Haircut, LoanTerms, MarginTerms } from '../../terms/loanTerms.ts'
import { Decimal, IsoDate, RepoTerms } from '../../terms/repoTerms.ts'
import { transactionFields } from './transactionFields.ts'

/** Securities in one account of the caller's tenant, with one custodian; the first four as in an item of the positions. */
const assetFields = {
  registryManagerAddr: Address,
  registrarAddr: Address,
  registryId: RegistryId,
  account: AccountNumber,
  /** In the instrument's smallest unit: 1000.00 with two decimals is '100000'. */
  quantity: Quantity,
}

const Description = z.string().check(z.minLength(1), z.maxLength(500))

/** A UTC midnight in seconds, before which nothing settles. */
const valueDate = z.optional(Seconds)

const dealFields = {
  counterpartyAddr: Address,
  /** DELIVER: the caller's tenant gives the securities, of a loan the lent ones; RECEIVE: it gets them. */
  direction: Direction,
  description: Description,
  valueDate,
  /** The creator's own id of the trade, which the parties read. */
  reference: z.optional(TradeReference),
}

export const NewFop = z.object({
  transferType: z.literal('FOP'),
  ...assetFields,
  ...dealFields,
  ...transactionFields,
})
export const NewRepo = z.object({
  transferType: z.literal('REPO'),
  ...assetFields,
  ...dealFields,
  terms: RepoTerms,
  cashCurrency: z.optional(Currency),
  margin: z.optional(MarginTerms),
  ...transactionFields,
})
export const NewSecLend = z.object({
  transferType: z.literal('SEC_LEND'),
  /** What the caller's tenant gives, and from which account. */
  deliver: z.object(assetFields),
  /** What it gets, and into which account. */
  receive: z.object(assetFields),
  ...dealFields,
  loan: z.optional(LoanTerms),
  margin: z.optional(MarginTerms),
  ...transactionFields,
})
export const NewMint = z.object({
  transferType: z.literal('MINT'),
  ...assetFields,
  description: Description,
  ...transactionFields,
})
export const NewBurn = z.object({
  transferType: z.literal('BURN'),
  ...assetFields,
  description: Description,
  ...transactionFields,
})
export const NewTransfer = z.discriminatedUnion('transferType', [
  NewFop,
  NewRepo,
  NewSecLend,
  NewMint,
  NewBurn,
])
export type NewTransfer = z.infer<typeof NewTransfer>

/** From which own account securities leave, and into which they come. */
const accounts = z.optional(
  z.object({ deliver: z.optional(AccountNumber), receive: z.optional(AccountNumber) }),
)

/** The requests that an event of a deal answers. */
const answers = z.optional(z.array(Fingerprint).check(z.maxLength(64)))

/** In smallest units by lot, such as `{"P1": "3000000"}`. */
const LotQuantities = z.record(z.string().check(z.maxLength(10)), Quantity)

export const NewReturn = z.object({
  /** The settled repo or loan. */
  deliveryId: DeliveryId,
  /** In smallest units by lot, such as `{"P1": "3000000"}`; without it everything that is held goes back. */
  quantities: z.optional(LotQuantities),
  /** Of a part of a repo: its interest with it, or with the last return. */
  interest: z.optional(z.enum(['ON_PART', 'AT_END'])),
  accounts,
  /** By lot, before `accounts`: after a substitution, lots may lie with several custodians. */
  lotAccounts: z.optional(z.record(z.string().check(z.maxLength(10)), AccountNumber)),
  /** The day of the return; an open repo needs it. */
  repurchaseDate: z.optional(IsoDate),
  answers,
  description: z.optional(Description),
  valueDate,
  ...transactionFields,
})

export const NewSubstitution = z.object({
  /** The settled repo or loan. */
  deliveryId: DeliveryId,
  /** What comes back to the caller's tenant: in smallest units by lot, such as `{"P1": "3000000"}`. */
  out: LotQuantities,
  /** What it gives in place of that. ENOUGH is the smallest quantity that passes the value tests; at most one may be. */
  in: z
    .array(z.object({ ...assetFields, quantity: z.union([Quantity, z.literal('ENOUGH')]) }))
    .check(z.minLength(1), z.maxLength(31)),
  /** For the value tests; the details quote them. */
  prices: z.optional(
    z
      .array(
        z.object({
          instrumentId: InstrumentId,
          /** As the instrument is quoted, in percent or for one unit, without accrued interest. */
          clean: Decimal,
          /** Default: 0, as where `clean` contains it. */
          accrued: z.optional(Decimal),
          /** Default: today. */
          date: z.optional(IsoDate),
          /** Default: entered by hand. */
          source: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
        }),
      )
      .check(z.maxLength(64)),
  ),
  /** Per cent by instrument id, in place of those of the terms. */
  haircuts: z.optional(z.record(InstrumentId, Haircut)),
  /** How many business days old a price may be; default: 1. */
  staleAfterDays: z.optional(z.int().check(z.nonnegative(), z.maximum(365))),
  /** Goes on although values cannot be tested. */
  acceptUntested: z.optional(z.boolean()),
  /** The own account into which everything comes back; default: those from which it was delivered. */
  receive: z.optional(AccountNumber),
  /** Where the terms want the holder's consent, by default the requests to which it has agreed. */
  answers,
  description: z.optional(Description),
  valueDate,
  ...transactionFields,
})

export const NewConfirmation = z.object({
  deliveryId: DeliveryId,
  /** INVESTOR (the default): all that the caller's tenant owes as a sender, receiver or payer. REGISTRAR: as registrar or coordinator. */
  role: z.optional(z.enum(['INVESTOR', 'REGISTRAR'])),
  accounts,
  /** By the number of a leg, before `accounts`: legs may lie with several custodians. */
  legAccounts: z.optional(z.record(z.string().check(z.regex(/^[0-9]{1,2}$/)), AccountNumber)),
  /** The securities alone; a payment that is due as well stays due. */
  withoutPayment: z.optional(z.boolean()),
  /** Of a return whose deal has changed since: the hash of the deal that the user has seen. */
  acceptedDeal: z.optional(Bytes32),
  /** Confirms although the private details are missing or do not match the ledger: the user has verified the terms by other means. */
  withoutDetails: z.optional(z.boolean()),
  ...transactionFields,
})

export const NewCancel = z.object({
  deliveryId: DeliveryId,
  /** The registrar must give one; it is answered with a salt as `comment`. */
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
  ...transactionFields,
})
