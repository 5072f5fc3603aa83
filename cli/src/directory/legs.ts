import {
  cashOf,
  formatCash,
  formatQuantity,
  instrumentText,
  isHtlc,
  isIssue,
  isTerminate,
  isToken,
} from '@connex/protocol'
import type { AccountNumber, Address, DeliveryLeg, Transfer } from '@connex/protocol'
import { assetText } from '@connex/protocol/deals'
import type { Asset, DealMove, ReturnProposal } from '@connex/protocol/deals'
import type { Directory } from './directory.ts'

type LegShown = DeliveryLeg & Pick<Asset, 'label'>
type LegsShown = { legs: readonly LegShown[] } & Partial<
  Pick<Transfer, 'cashQuantity' | 'cashCurrency' | 'deliver' | 'receive'>
>

/** A sentence for each leg: 'Alpenbank delivers 1,000 DE000A2LQ5M4 from account 4100118 to …' */
export const legSentences = (transfer: LegsShown, { nameOf }: Pick<Directory, 'nameOf'>): string[] =>
  transfer.legs
    .toSorted((left, right) => left.legIdx - right.legIdx)
    .map((leg) => legSentence(leg, transfer, nameOf))

function legSentence(leg: LegShown, transfer: LegsShown, nameOf: Directory['nameOf']): string {
  const [sender, receiver, registrar] = [leg.sender, leg.receiver, leg.registrar].map(nameOf)
  if (leg.legType === 'EXTERNAL')
    return `${sender} pays ${cashText(transfer)} to ${receiver}, outside the ledger.`
  const { senderAccount, receiverAccount } = leg
  const what = assetOf(leg, transfer)
  const from = senderAccount === null ? '' : ` from account ${senderAccount}`
  const into = receiverAccount === null ? '' : `, account ${receiverAccount}`
  if (leg.legType === 'TRADITIONAL') return `${sender} delivers ${what} to ${receiver}, outside the ledger.`
  if (isHtlc(leg)) return `${sender} locks ${what} for ${receiver}, with a hash and a deadline.`
  if (isToken(leg)) return `${sender} delivers ${what} to ${receiver}, through escrow.`
  if (isIssue(leg)) return `${registrar} issues ${what} to ${receiver}${into}.`
  if (isTerminate(leg)) return `${registrar} terminates ${what} of ${sender}${from.replace(' from', ',')}.`
  return `${sender} delivers ${what}${from} to ${receiver}${into}.`
}

/** '1,000 DE000A2LQ5M4', or '1,000 units of token 0x…' for a token without an instrument. */
function assetOf(leg: LegShown, { deliver, receive }: LegsShown): string {
  const { identifier, quantity, decimals, assetManagerAddr } = leg
  const amount = formatQuantity(quantity, decimals)
  const own = [deliver, receive].find((asset) => asset?.registryId === leg.assetId)
  if (identifier !== null) return `${amount} ${instrumentText(identifier, leg.label ?? own?.label)}`
  return isHtlc(leg) || isToken(leg)
    ? `${amount} units of token ${assetManagerAddr}`
    : `${amount} of an unknown instrument`
}

const cashText = ({ cashQuantity = null, cashCurrency }: LegsShown): string =>
  cashQuantity === null ? 'cash' : formatCash(cashQuantity, cashCurrency ?? '')

/** Warns of payments and deliveries outside the ledger, which canceling does not return. */
export function offLedgerWarnings({ legs }: Pick<Transfer, 'legs'>): string[] {
  const isReported = (type: DeliveryLeg['legType']) =>
    legs.some(({ legType, senderConfirmed }) => legType === type && senderConfirmed)
  return [
    ...(isReported('EXTERNAL') ? [RETURN_CASH] : []),
    ...(isReported('TRADITIONAL') ? [RETURN_INSTRUMENT] : []),
  ]
}

const RETURN_CASH =
  'A payment was reported. Canceling does not return the cash; it must be paid back outside the ledger.'
const RETURN_INSTRUMENT =
  'A delivery outside the ledger was reported. Canceling does not return it; it must be returned outside the ledger.'

type ReturnTerms = {
  readonly own: { name: string; address: Address }
  readonly other: string
  readonly accountOf: (move: DealMove) => AccountNumber | undefined
}

/** A sentence for each asset that a return gives back, and for its payment. */
export function returnSentences(
  { moves, payment, isFull }: ReturnProposal,
  { own, other, accountOf }: ReturnTerms,
): string[] {
  const sentences = moves.map((move) => {
    const what = textOf({ ...move.asset, quantity: move.quantity })
    const account = accountOf(move)
    if (move.sender !== own.address) return `${other} returns ${what} into account ${account}.`
    return `${own.name} returns ${what} from account ${account}; it is earmarked immediately.`
  })
  if (payment === null) return sentences
  const { payer, principal, interest, currency } = payment
  const [from, to] = payer === own.address ? [own.name, other] : [other, own.name]
  const text = (cents: bigint): string => formatCash(cashOf(cents), currency)
  const parts =
    interest === null
      ? 'a part of the principal, without interest'
      : isFull
        ? 'the repurchase price'
        : `${text(principal)} of the principal and ${text(interest)} interest`
  return [
    ...sentences,
    `${from} pays ${text(principal + (interest ?? 0n))} to ${to}, outside the ledger: ${parts}.`,
  ]
}

const textOf = ({
  quantity,
  decimals,
  ...asset
}: Pick<Asset, 'decimals' | 'identifier' | 'label'> & { quantity: bigint }): string =>
  `${formatQuantity(quantity, decimals)} ${asset.identifier === null ? 'of an unknown instrument' : assetText(asset)}`
