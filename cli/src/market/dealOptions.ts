// What the commands that make transfers have in common.
import { AccountNumber, DeliveryDetails, Direction, type Seconds } from '@connex/protocol'
import { type Option, required } from '../command/Option.ts'
import { choice, day, scalar, text } from '../command/optionKinds.ts'

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
export const words = (placeholder: string, help: string) => text(placeholder, help, { group })

/** `midnightOf('2026-11-30')` → its UTC midnight in seconds */
export const midnightOf = (given: string | undefined): Seconds | undefined =>
  given === undefined ? undefined : Date.parse(`${given}T00:00:00Z`) / 1000

/** The sentence about a value date, where there is one. */
export const valueDateText = (given: string | undefined): string[] =>
  given === undefined ? [] : [`Nothing settles before ${given}.`]
