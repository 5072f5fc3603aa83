// What commands on deals take: quantities of lots, and the requests that a delivery answers.
import { AccountNumber, Fingerprint } from '@connex/protocol'
import { LotName } from '@connex/protocol/deals'
import type { Deal } from '@connex/protocol/deals'
import { CliError } from '../../CliError.ts'
import { HEX_ID, repeated, scalar, value } from '../../command/Option.ts'
import type { Option } from '../../command/Option.ts'
import { unitsOf } from '../../directory/transferOptions.ts'

export type TypedLot = { readonly quantity: string; readonly lot: LotName }

/** `lotQuantity('what comes back to you', 'Terms')` takes '5,000,000@P1'. */
export const lotQuantity = (help: string, group: string): Option<TypedLot | undefined> =>
  value<TypedLot>(
    'QTY@LOT',
    help,
    (typed) => {
      const [, quantity = '', name = ''] = /^(.+)@([^@]+)$/.exec(typed) ?? []
      const lot = LotName.safeParse(name)
      return lot.success
        ? { value: { quantity, lot: lot.data } }
        : { expected: 'must be a quantity and a lot such as 5,000,000@P1' }
    },
    { group },
  )

type TypedAccount = { readonly lot: LotName; readonly account: AccountNumber }

/** `--lot-account 4400118@P2`, once for each lot. */
export const lotAccountsOption = repeated(
  value<TypedAccount>(
    'ACCOUNT@LOT',
    'your account for one lot, in place of the two options above: lots may lie with several custodians',
    (typed) => {
      const [account = '', name = ''] = typed.split('@')
      const [number, lot] = [AccountNumber.safeParse(account), LotName.safeParse(name)]
      return number.success && lot.success
        ? { value: { account: number.data, lot: lot.data } }
        : { expected: 'must be an account and a lot such as 4400118@P2' }
    },
    { group: 'Terms' },
  ),
)

/** `{ P2: '4400118' }` */
export const lotAccounts = (typed: readonly TypedAccount[]): Record<LotName, AccountNumber> =>
  Object.fromEntries(typed.map(({ lot, account }) => [lot, account]))

export const answersOption = repeated(
  scalar(Fingerprint, 'MESSAGE', 'the request that this answers, from deal messages', HEX_ID, {
    group: 'Terms',
  }),
)

/** In smallest units, by lot. */
export function lotQuantities(
  deal: Deal,
  typed: readonly TypedLot[],
  option: string,
): Record<string, bigint> {
  const names = deal.lots.map(({ lot }) => lot)
  const entries = typed.map(({ lot: name, quantity }) => {
    const lot = deal.lots.find((one) => one.lot === name)
    if (lot === undefined)
      throw CliError.of('usage', `${option} must name one of ${names.join(', ')}, not '${name}'.`)
    return [name, unitsOf(quantity, lot.asset)] as const
  })
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw CliError.of('usage', `${option} must name each lot once.`)
  return Object.fromEntries(entries)
}
