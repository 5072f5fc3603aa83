// The own accounts of a return: lots may lie with several custodians.
import type { AccountNumber, Address } from '@connex/protocol'
import type { DealMove, LotName } from '@connex/protocol/deals'
import type { LoadedDeal } from '../deals/deals.ts'
import { legThatBrought } from '../deals/legThatBrought.ts'
import type { ConfirmAccounts } from './confirmTransfer.ts'

/** `{ P1: '11', P2: '33' }` */
export type LotAccounts = Readonly<Record<LotName, AccountNumber>>

type ChosenAccounts = { accounts?: ConfirmAccounts | undefined; lotAccounts?: LotAccounts | undefined }

/** The accounts that a caller chose for a lot. */
export function accountsFor(
  lot: LotName | undefined,
  { accounts = {}, lotAccounts = {} }: ChosenAccounts,
): ConfirmAccounts {
  const account = lot === undefined ? undefined : lotAccounts[lot]
  return account === undefined ? accounts : { deliver: account, receive: account }
}

/**
 * The own account of a move of a return: chosen by the parameters, or else where the lot lies.
 *
 * @example
 * const { moves } = await proposeReturn(client, parameters)
 * console.log(moves.map((move) => returnAccount(move, deal, me.tenant.address, parameters)))
 */
export function returnAccount(
  { lot, sender }: Pick<DealMove, 'lot' | 'sender'>,
  loaded: LoadedDeal,
  own: Address,
  parameters: ChosenAccounts = {},
): AccountNumber | undefined {
  const { deliver, receive } = accountsFor(lot, parameters)
  const came = legThatBrought(lot, loaded)
  return (sender === own ? (deliver ?? came?.receiverAccount) : (receive ?? came?.senderAccount)) ?? undefined
}
