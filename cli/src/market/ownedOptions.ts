import { AccountNumber, parseQuantity } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import { required } from '../command/Option.ts'
import { scalar, text } from '../command/optionKinds.ts'

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
