import { coverTerm } from '../../../shared/deal/loanCover.ts'
import { priceTerm } from '../../../shared/deal/repoFigures.ts'
import { TermsPaper, type Term } from '../../../shared/paper/TermsPaper.tsx'
import { t } from '../../../messages/t.ts'
import { longDay } from './dealSentence.ts'
import { cashTerm, legTerm } from './dealTerms.ts'
import { viewDeal, type Deal, type DealRepo, type DealView } from './dealView.ts'
import type { TransferTerms } from './transferDraft.ts'

type Props = { deal: Deal; terms: TransferTerms; custodian: string }

/** The terms as they will be signed. */
export default function TransferPaper({ deal, terms, custodian }: Props) {
  const { kind, legs, repo, direction, counterparty = '', valueDate, cover, more } = viewDeal(deal)
  const items: Term[] = [
    { term: t('Ticket.type'), value: t(`TransferType.${kind}`) },
    { term: t('Transactions.counterparty'), value: counterparty },
    { term: t('Transactions.custodian'), value: custodian },
    ...legs.map((leg) => legTerm(leg)),
    ...(repo === undefined ? [] : repoTerms(repo, direction)),
    ...(cover === undefined ? [] : [coverTerm(cover)]),
    ...(valueDate === undefined ? [] : [{ term: t('TransferForm.value_date'), value: longDay(valueDate) }]),
    ...more,
    { term: t('Transactions.description'), value: terms.description },
  ]
  return <TermsPaper items={items} />
}

function repoTerms(repo: DealRepo, direction: DealView['direction']): Term[] {
  const {
    cash = '',
    purchaseDate = '',
    repurchaseDate,
    rate = '',
    dayCount,
    days,
    interest,
    buyBack,
    price,
  } = repo
  return [
    cashTerm(cash, direction),
    ...(price === undefined ? [] : [priceTerm(price, repo.currency)]),
    { term: t('TransferForm.purchase_date'), value: longDay(purchaseDate) },
    {
      term: t('TransferForm.repurchase_date'),
      value: repurchaseDate === undefined ? t('Ticket.open_date') : longDay(repurchaseDate),
      note: days === undefined ? undefined : t('TransferForm.days', { count: days }),
    },
    { term: t('Ticket.rate_title'), value: t('Ticket.rate_value', { rate, dayCount }) },
    ...(interest === undefined || buyBack === undefined
      ? []
      : [
          { term: t('Ticket.interest'), value: interest },
          { term: t('Ticket.repurchase_price'), value: buyBack, isStrong: true },
        ]),
  ]
}
