// Options that several commands share, and the conversion of their values.
import {
  AccountNumber,
  DeliveryDetails,
  DeliveryId,
  Direction,
  isAfterPurchase,
  parseQuantity,
  RepoTerms,
  SaltedText,
} from '@connex/protocol'
import type { Seconds, DayCount } from '@connex/protocol'
import { TradeReference } from '@connex/protocol/deals'
import { CliError } from '../CliError.ts'
import { ACCOUNT_NUMBER, HEX_ID, choice, day, required, scalar, text } from '../command/Option.ts'
import type { Option } from '../command/Option.ts'

const group = 'Terms'

export const account = (help: string): Option<AccountNumber | undefined> =>
  scalar(AccountNumber, 'N', help, ACCOUNT_NUMBER, { group })

export const custodian = required(text('NAME', 'the custodian: its name, or manager:registrar', { group }))
export const counterparty = required(text('NAME', "the counterparty: a tenant's name or address", { group }))
export const descriptionText = text('TEXT', 'visible only to the parties', {
  group,
  of: DeliveryDetails.shape.description,
})
export const description = required(descriptionText)
export const instrument = required(
  text('ID', 'the instrument: ISIN or other identifier, or its label', { group }),
)
export const quantity = required(text('N', 'the quantity, such as 1,000.50', { group }))
export const direction = (help: string) => required(choice(Direction.options, help, { group }))
export const reference = text('TEXT', 'your own id for the transfer, which the parties can see', {
  group,
  of: TradeReference,
})
export const valueDate = day('the first day on which it can settle (UTC)', { group })
export const dayOf = (help: string) => day(help, { group })
export const termText = (placeholder: string, help: string) => text(placeholder, help, { group })

/** `midnightOf('2026-11-30')` → its UTC midnight in seconds */
export const midnightOf = (day: string | undefined): Seconds | undefined =>
  day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000

/** The summary's sentence about a value date, if there is one. */
export const valueDateText = (day: string | undefined): string[] =>
  day === undefined ? [] : [`It cannot settle before ${day} (UTC).`]

/** An owner's account and a quantity. */
export const ownedOptions = {
  owner: required(text('TENANT', "the account's owner: a tenant's name or address")),
  account: required(scalar(AccountNumber, 'NUMBER', 'the account', ACCOUNT_NUMBER)),
  quantity: required(text('QUANTITY', "the quantity, with the instrument's decimals, such as 1,000.5")),
}

/** A typed quantity in the instrument's smallest unit. */
export function unitsOf(typed: string, { decimals }: { decimals: number }): bigint {
  const { units, fault } = parseQuantity(typed, decimals)
  if (units !== undefined) return units
  const help = fault === 'tooPrecise' ? `with at most ${decimals} decimals` : 'above 0, such as 1,000.5'
  throw CliError.of('usage', `--quantity must be a number ${help}, not '${typed}'.`)
}

export const deliveryArgument = {
  delivery: required(scalar(DeliveryId, 'DELIVERY', "the delivery's id", HEX_ID)),
}

export const reasonOption = {
  reason: required(
    text('TEXT', 'the reason, visible to the other side; only its fingerprint goes on the ledger', {
      of: SaltedText.shape.text,
    }),
  ),
}

type RepoValues = {
  readonly purchaseDate: string
  readonly repurchaseDate: string | undefined
  readonly purchasePrice: string
  readonly rate: string
  readonly dayCount: DayCount
}

export function checkRepurchaseDate(purchaseDate: string, repurchaseDate: string | undefined): void {
  if (repurchaseDate !== undefined && !isAfterPurchase(purchaseDate, repurchaseDate))
    throw CliError.of('repurchaseTooEarly')
}

/** The repo terms that the parties store. */
export function readRepoTerms(values: RepoValues): RepoTerms {
  const { purchaseDate, repurchaseDate, purchasePrice, rate, dayCount } = values
  checkRepurchaseDate(purchaseDate, repurchaseDate)
  const closing = repurchaseDate === undefined ? {} : { repurchaseDate }
  const read = RepoTerms.safeParse({ purchaseDate, purchasePrice, rate, dayCount, ...closing })
  if (!read.success) throw CliError.of('rateWrong', rate)
  return read.data
}
