import { cashOf, readableText } from '@connex/protocol'
import type { DealPayment } from '@connex/protocol/deals'
import { instrumentText } from '../../../shared/deal/earmarkNotes.ts'
import { Sentences } from '../../../shared/paper/Sentences.tsx'
import { TermsPaper, type Term } from '../../../shared/paper/TermsPaper.tsx'
import { formatCash } from '../../../lib/format.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { cashSentence, legSentence, longDay } from '../create/dealSentence.ts'
import { cashTerm, legTerm } from '../create/dealTerms.ts'
import type { ReturnTerms } from './returnForm.ts'
import type { ReturnAccount } from './useReturnAccounts.ts'

addMessages(returnForm)

type Props = {
  terms: ReturnTerms
  accounts: readonly ReturnAccount[]
  counterparty: string
  /** By the proposal, for a repo. */
  payment: DealPayment | null | undefined
  /** The other side has to agree. */
  isPart: boolean
}

/** A return as it will be signed. */
export default function ReturnPaper(props: Props) {
  const { terms, counterparty, isPart } = props
  const cash = cashIn(terms)
  return (
    <>
      <Sentences
        sentences={[
          ...legsOf(props).map((leg) => legSentence(leg, counterparty)),
          ...(cash === undefined ? [] : [cashSentence(cash, terms.direction, counterparty)]),
          ...(isPart
            ? [[{ text: t('ReturnForm.part_note', { counterparty }), kind: 'words' as const }]]
            : []),
        ]}
      />
      <TermsPaper items={returnPaper(props)} />
    </>
  )
}

/** What the form held, as terms, and what follows for the cash. */
export function returnPaper(props: Props): Term[] {
  const { terms, accounts, counterparty, payment, isPart } = props
  const { repo, direction, description } = terms
  const custodians = [...new Set(accounts.map(({ custodian }) => custodian))]
  const cash = cashIn(terms)
  const day = repo?.terms.repurchaseDate
  return [
    {
      term: t('Ticket.type'),
      value: t(`ReturnForm.type_${isPart ? 'part_' : ''}${repo === undefined ? 'loan' : 'repo'}`),
    },
    { term: t('Transactions.counterparty'), value: counterparty },
    { term: t('Transactions.custodian'), value: custodians.join(', ') },
    ...legsOf(props).map((leg) => legTerm(leg, custodians.length > 1 ? leg.custodian : undefined)),
    ...(cash === undefined ? [] : [cashTerm(cash, direction)]),
    ...(repo === undefined || payment == null
      ? []
      : [{ term: t('Ticket.interest'), value: interestText(payment) }]),
    ...(day === undefined ? [] : [{ term: t('TransferForm.repurchase_date'), value: longDay(day) }]),
    { term: t('Transactions.description'), value: readableText(description) },
  ]
}

const legsOf = ({ terms, accounts }: Props) =>
  terms.moves.flatMap(({ lot, key, terms: { quantity } }) =>
    accounts
      .filter(({ move }) => move.lot === lot)
      .map(({ choices, custodian }) => ({
        key,
        what: instrumentText(quantity, choices),
        account: choices.accountName,
        custodian,
      })),
  )

const cashIn = ({ repo }: ReturnTerms): string | undefined =>
  repo && formatCash(repo.terms.purchasePrice, repo.currency)

const interestText = ({ interest, currency }: DealPayment): string =>
  interest === null ? t('ReturnForm.at_end') : formatCash(cashOf(interest), currency)
