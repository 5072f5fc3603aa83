import type { Transfer } from '@connex/protocol'
import { termTexts, type DealDetails } from '@connex/protocol/deals'
import { coverTerm, loanCoverOf, missedTexts, type LoanCover } from '../../../shared/deal/loanCover.ts'
import { TermsPaper, type Term } from '../../../shared/paper/TermsPaper.tsx'
import { formatIsoDay, formatUtcDay } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { Alert } from '../../../ui/status/Alert.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import { expiryTerms, repoTerms, stageText } from '../shared/transferTerms.ts'

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

/** As the confirmation lists them. */
export function agreedTerms(
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
    ...(details === undefined
      ? []
      : [...repoTermsBelow(transfer, details), ...termTexts(details, formatIsoDay)]),
    ...(description === null
      ? []
      : [{ term: t('Transactions.description'), value: <WrittenText text={description} /> }]),
  ]
}

/** Of an opening, the purchase price is the cash leg above. */
function repoTermsBelow(transfer: Transfer, details: DealDetails): Term[] {
  const terms = repoTerms(transfer, details)
  return details.openingDeliveryId === undefined
    ? terms.filter(({ term }) => term !== t('Terms.purchase_price'))
    : terms
}
