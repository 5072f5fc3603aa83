import {
  Currency,
  daysBetween,
  impliedPrice,
  repurchasePrice,
  type DeliveryDetails,
  type Transfer,
} from '@connex/protocol'
import { termTexts, type DealDetails } from '@connex/protocol/deals'
import { coverTerm, loanCoverOf, missedTexts, type LoanCover } from '../../../shared/deal/loanCover.ts'
import { interestText, priceTerm } from '../../../shared/deal/repoFigures.ts'
import { TermsPaper, type Term } from '../../../shared/paper/TermsPaper.tsx'
import { formatIsoDay, formatUtcDay, formatCash, weekdayOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { Alert } from '../../../ui/status/Alert.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import { expiryTerms, stageText } from '../shared/transferDetails.ts'

type Props = { transfer: Transfer; details: DealDetails | undefined }

/** What the parties agreed beside the legs, with the figures that follow from it. */
export default function AgreedTerms({ transfer, details }: Props) {
  const cover = coverIn(transfer, details)
  const items = agreedTerms(transfer, details, cover)
  return (
    <>
      {items.length > 0 && <TermsPaper items={items} />}
      {missedTexts(cover).map((text) => (
        <Alert key={text} tone="attention" isLive>
          {text}
        </Alert>
      ))}
    </>
  )
}

/** Of an opening of a loan. */
function coverIn(
  { transferType, direction, deliver, receive }: Transfer,
  details: DealDetails | undefined,
): LoanCover | undefined {
  const isOpening = details !== undefined && details.openingDeliveryId === undefined
  if (transferType !== 'SEC_LEND' || !isOpening) return undefined
  if (deliver === null || receive === null) return undefined
  const [out, back] = [deliver, receive].map((leg) => ({ ...leg, quantity: BigInt(leg.quantity) }))
  const [lent, collateral] = direction === 'DELIVER' ? [out, back] : [back, out]
  return lent && collateral && loanCoverOf(lent, collateral, details.margin)
}

function agreedTerms(
  transfer: Transfer,
  details: DealDetails | undefined,
  cover: LoanCover | undefined,
): Term[] {
  const { description, valueDate } = transfer
  return [
    ...(cover === undefined ? [] : [coverTerm(cover)]),
    ...(details?.openingDeliveryId === undefined
      ? []
      : [{ term: t('Terms.deal'), value: stageText(details) }]),
    ...(valueDate === 0 ? [] : [{ term: t('Terms.value_date'), value: formatUtcDay(valueDate) }]),
    ...expiryTerms(transfer),
    ...(details === undefined ? [] : [...repoTerms(transfer, details), ...termTexts(details, formatIsoDay)]),
    ...(description === null
      ? []
      : [{ term: t('Transactions.description'), value: <WrittenText text={description} /> }]),
  ]
}

const longDay = (isoDay: string) => `${weekdayOf(isoDay)} ${formatIsoDay(isoDay)}`

function repoTerms(transfer: Transfer, { repo, cashCurrency, openingDeliveryId }: DeliveryDetails): Term[] {
  if (repo === undefined) return []
  const currency = Currency.safeParse(cashCurrency).data ?? 'EUR'
  const { purchaseDate, purchasePrice, repurchaseDate, rate, dayCount } = repo
  const asset = transfer.deliver ?? transfer.receive
  const price = asset && impliedPrice({ ...asset, quantity: BigInt(asset.quantity) }, purchasePrice, currency)
  const agreed = repurchasePrice(repo)
  return [
    ...(price ? [priceTerm(price, currency)] : []),
    // Of an opening, the purchase price is the cash leg above.
    ...(openingDeliveryId === undefined
      ? []
      : [{ term: t('Terms.purchase_price'), value: formatCash(purchasePrice, currency) }]),
    { term: t('Terms.purchase_date'), value: longDay(purchaseDate) },
    {
      term: t('Terms.repurchase_date'),
      value: repurchaseDate === undefined ? t('Terms.open') : longDay(repurchaseDate),
      note: repurchaseDate && t('Ticket.term', { count: daysBetween(purchaseDate, repurchaseDate) }),
    },
    { term: t('Terms.rate'), value: t('Terms.rate_value', { rate, dayCount }) },
    ...(agreed === undefined
      ? []
      : [
          { term: t('Ticket.interest'), value: interestText(purchasePrice, agreed, currency) },
          { term: t('Terms.repurchase_price'), value: formatCash(agreed, currency), isStrong: true },
        ]),
  ]
}
