import {
  type DeliveryLeg,
  formatCash,
  formatQuantity,
  isIssue,
  isTerminate,
  type Transfer,
} from '@connex/protocol'
import { shownIdentifier } from '../terminal/shownIdentifier.ts'
import type { Market } from './readMarket.ts'

/** What a delivery moves, a sentence for each leg: 'Alpenbank delivers 1,000 DE000A2LQ5M4 from account 4100118 to …' */
export const tellLegs = (transfer: Transfer, { nameOf }: Pick<Market, 'nameOf'>): string[] =>
  transfer.legs
    .toSorted((left, right) => left.legIdx - right.legIdx)
    .map((leg) => tell(leg, transfer, nameOf))

function tell(leg: DeliveryLeg, transfer: Transfer, nameOf: Market['nameOf']): string {
  const [sender, receiver, registrar] = [leg.sender, leg.receiver, leg.registrar].map(nameOf)
  if (leg.legType === 'EXTERNAL')
    return `${sender} pays ${cashOf(transfer)} to ${receiver}, outside the ledger.`
  const { identifier, quantity, decimals, senderAccount, receiverAccount } = leg
  const name = identifier === null ? 'of an unknown instrument' : shownIdentifier(identifier)
  const what = `${formatQuantity(quantity, decimals)} ${name}`
  const from = senderAccount === null ? '' : ` from account ${senderAccount}`
  const into = receiverAccount === null ? '' : `, account ${receiverAccount}`
  if (isIssue(leg)) return `${registrar} issues ${what} to ${receiver}${into}.`
  if (isTerminate(leg)) return `${registrar} terminates ${what} of ${sender}${from.replace(' from', ',')}.`
  return `${sender} delivers ${what}${from} to ${receiver}${into}.`
}

const cashOf = ({ cashQuantity, cashCurrency }: Transfer): string =>
  cashQuantity === null ? 'cash' : formatCash(cashQuantity, cashCurrency ?? '')

/** Whether somebody has said that a payment outside the ledger was made. */
export const isPaymentReported = ({ legs }: Pick<Transfer, 'legs'>): boolean =>
  legs.some(({ legType, senderConfirmed }) => legType === 'EXTERNAL' && senderConfirmed)

export const RETURN_CASH =
  'A payment was reported: if it is canceled the cash has to be returned outside the ledger.'
