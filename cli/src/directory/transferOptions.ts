// What the commands that make transfers have in common.
import {
  AccountNumber,
  DeliveryDetails,
  DeliveryId,
  Direction,
  parseQuantity,
  RepoTerms,
  SaltedText,
} from '@connex/protocol'
import type { Seconds, DayCount } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import { choice, day, required, scalar, text } from '../command/Option.ts'
import type { Option } from '../command/Option.ts'

const group = 'Terms'

export const account = (help: string): Option<AccountNumber | undefined> =>
  scalar(AccountNumber, 'N', help, 'is an account number above 0', { group })

export const custodian = required(text('NAME', 'the custodian: its name, or manager:registrar', { group }))
export const counterparty = required(text('NAME', "the counterparty: a tenant's name or address", { group }))
export const descriptionText = text('TEXT', 'what it is for; the parties alone can read it', {
  group,
  of: DeliveryDetails.shape.description,
})
export const description = required(descriptionText)
export const instrument = required(
  text('ID', 'the instrument: ISIN or other identifier, or its label', { group }),
)
export const quantity = required(text('N', 'the quantity, such as 1,000.50', { group }))
export const direction = (help: string) => required(choice(Direction.options, help, { group }))
export const valueDate = day('nothing settles before this day', { group })
export const dayOf = (help: string) => day(help, { group })
export const termText = (placeholder: string, help: string) => text(placeholder, help, { group })

/** `midnightOf('2026-11-30')` → its UTC midnight in seconds */
export const midnightOf = (given: string | undefined): Seconds | undefined =>
  given === undefined ? undefined : Date.parse(`${given}T00:00:00Z`) / 1000

/** The sentence about a value date, where there is one. */
export const valueDateText = (given: string | undefined): string[] =>
  given === undefined ? [] : [`Nothing settles before ${given}.`]

/** Whose account, which one, and how much. */
export const ownedOptions = {
  owner: required(text('TENANT', "whose account it is: a tenant's name or address")),
  account: required(scalar(AccountNumber, 'NUMBER', 'the account', 'is an account number above 0')),
  quantity: required(text('QUANTITY', "how much, with the instrument's decimals, such as 1,000.5")),
}

/** What was typed, in the instrument's smallest unit. */
export function unitsOf(typed: string, { decimals }: { decimals: number }): bigint {
  const { units, fault } = parseQuantity(typed, decimals)
  if (units !== undefined) return units
  const help = fault === 'tooPrecise' ? `of at most ${decimals} decimals` : 'above 0, such as 1,000.5'
  throw CliError.of('usage', `--quantity is a number ${help}, not '${typed}'.`)
}

// Options that many commands of the desks take.

export const deliveryArgument = {
  delivery: required(scalar(DeliveryId, 'DELIVERY', "the delivery's id", 'is 0x and 64 digits of hex')),
}

export const reasonOption = {
  reason: required(
    text('TEXT', 'why; the other side reads it, the ledger keeps its fingerprint', {
      of: SaltedText.shape.text,
    }),
  ),
}

type Given = {
  readonly purchaseDate: string
  readonly repurchaseDate: string | undefined
  readonly purchasePrice: string
  readonly rate: string
  readonly dayCount: DayCount
}

/** The terms of a repo as the parties keep them. */
export function readRepoTerms(given: Given): RepoTerms {
  const { purchaseDate, repurchaseDate, purchasePrice, rate, dayCount } = given
  if (repurchaseDate !== undefined && repurchaseDate < purchaseDate) throw CliError.of('repurchaseTooEarly')
  const closing = repurchaseDate === undefined ? {} : { repurchaseDate }
  const read = RepoTerms.safeParse({ purchaseDate, purchasePrice, rate, dayCount, ...closing })
  if (!read.success) throw CliError.of('rateWrong', rate)
  return read.data
}
