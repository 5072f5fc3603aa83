import {
  type DeliveryLeg,
  formatCash,
  formatQuantity,
  isHtlc,
  isIssue,
  isTerminate,
  isToken,
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
  const { senderAccount, receiverAccount } = leg
  const what = assetOf(leg)
  const from = senderAccount === null ? '' : ` from account ${senderAccount}`
  const into = receiverAccount === null ? '' : `, account ${receiverAccount}`
  if (leg.legType === 'TRADITIONAL') return `${sender} delivers ${what} to ${receiver}, outside the ledger.`
  if (isHtlc(leg)) return `${sender} locks ${what} for ${receiver}, with a hash and a deadline.`
  if (isToken(leg)) return `${sender} delivers ${what} to ${receiver}, through escrow.`
  if (isIssue(leg)) return `${registrar} issues ${what} to ${receiver}${into}.`
  if (isTerminate(leg)) return `${registrar} terminates ${what} of ${sender}${from.replace(' from', ',')}.`
  return `${sender} delivers ${what}${from} to ${receiver}${into}.`
}

/** '1,000 DE000A2LQ5M4', or '1,000 units of token 0x…' where no instrument is behind it. */
function assetOf(leg: DeliveryLeg): string {
  const { identifier, quantity, decimals, assetManagerAddr } = leg
  const amount = formatQuantity(quantity, decimals)
  if (identifier !== null) return `${amount} ${shownIdentifier(identifier)}`
  return isHtlc(leg) || isToken(leg)
    ? `${amount} units of token ${assetManagerAddr}`
    : `${amount} of an unknown instrument`
}

const cashOf = ({ cashQuantity, cashCurrency }: Transfer): string =>
  cashQuantity === null ? 'cash' : formatCash(cashQuantity, cashCurrency ?? '')

/** What was reported as sent outside the ledger, which no canceling brings back. */
export function outsideTexts({ legs }: Pick<Transfer, 'legs'>): string[] {
  const isReported = (type: DeliveryLeg['legType']) =>
    legs.some(({ legType, senderConfirmed }) => legType === type && senderConfirmed)
  return [
    ...(isReported('EXTERNAL') ? [RETURN_CASH] : []),
    ...(isReported('TRADITIONAL') ? [RETURN_INSTRUMENT] : []),
  ]
}

const RETURN_CASH =
  'A payment was reported: if it is canceled the cash has to be returned outside the ledger.'
const RETURN_INSTRUMENT =
  'A delivery outside the ledger was reported: if this is canceled it must be returned outside the ledger.'
