import {
  formatCash,
  formatQuantity,
  isHtlc,
  isIssue,
  isTerminate,
  isToken,
  isAfterPurchase,
  repurchasePrice,
} from '@connex/protocol'
import type { AccountNumber, DeliveryLeg, Transfer, TransferAsset } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { shownIdentifier } from '../terminal/text.ts'
import type { Directory } from './directory.ts'

/** A sentence for each leg: 'Alpenbank delivers 1,000 DE000A2LQ5M4 from account 4100118 to …' */
export const legSentences = (transfer: Transfer, { nameOf }: Pick<Directory, 'nameOf'>): string[] =>
  transfer.legs
    .toSorted((left, right) => left.legIdx - right.legIdx)
    .map((leg) => legSentence(leg, transfer, nameOf))

function legSentence(leg: DeliveryLeg, transfer: Transfer, nameOf: Directory['nameOf']): string {
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

/** '1,000 DE000A2LQ5M4', or '1,000 units of token 0x…' for a token without an instrument. */
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
  readonly own: string
  readonly other: string
  readonly accounts: { deliver: AccountNumber | undefined; receive: AccountNumber | undefined }
  readonly repurchaseDate: string | undefined
}

/** A sentence for each asset that a closing returns. */
export async function returnSentences(
  client: Client,
  opening: Transfer,
  { own, other, accounts, repurchaseDate }: ReturnTerms,
  signal: AbortSignal,
): Promise<string[]> {
  const { deliver, receive, direction } = opening
  const sentences: string[] = []
  if (deliver !== null)
    sentences.push(`${other} returns ${textOf(deliver)} into account ${accounts.receive ?? deliver.account}.`)
  if (receive !== null) {
    const account = accounts.deliver ?? receive.account
    sentences.push(`${own} returns ${textOf(receive)} from account ${account}; it is earmarked immediately.`)
  }
  const cash = await readCash(client, opening, repurchaseDate, signal)
  if (cash === undefined) return sentences
  const [payer, payee] = direction === 'DELIVER' ? [own, other] : [other, own]
  return [...sentences, `${payer} pays ${cash} to ${payee}, outside the ledger: the repurchase price.`]
}

const textOf = ({ quantity, decimals, identifier }: TransferAsset): string =>
  `${formatQuantity(quantity, decimals)} ${identifier === null ? 'of an unknown instrument' : shownIdentifier(identifier)}`

/** The repurchase price by the opening's private terms; undefined unless it is a repo that can be closed on that day. */
async function readCash(
  client: Client,
  { deliveryId, transferType }: Transfer,
  date: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (transferType !== 'REPO') return undefined
  const { items } = await call(client, 'deliveryDetails', { query: { deliveryIds: [deliveryId] }, signal })
  const details = items[0]?.status === 'SYNCED' ? items[0].details : null
  if (!details?.repo) return undefined
  const { repo } = details
  // `createReturn` refuses such a day.
  if (!isAfterPurchase(repo.purchaseDate, date ?? repo.repurchaseDate ?? '')) return undefined
  const price = repurchasePrice(repo, date)
  return price === undefined ? undefined : formatCash(price, details.cashCurrency ?? '')
}
