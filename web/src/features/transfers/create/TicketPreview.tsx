// Beside the fields of a ticket, loaded while they are filled in: the deal in words, its figures, and what will happen.
import type { Currency, ImpliedPrice } from '@connex/protocol'
import { ConsequencesPanel } from '../../../shared/deal/ConsequencesPanel.tsx'
import { coverTerm } from '../../../shared/deal/loanCover.ts'
import { priceFigure, ratioText } from '../../../shared/deal/repoFigures.ts'
import type { AssetChoices, LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { Sentences } from '../../../shared/paper/Sentences.tsx'
import { t } from '../../../messages/t.ts'
import { DealRibbon } from './DealRibbon.tsx'
import { dealSentences, longDay } from './dealSentence.ts'
import { viewDeal, type Deal, type DealRepo, type DealView } from './dealView.ts'
import { ownLegs, transferConsequences } from './transferConsequences.ts'
import type { TransferTerms } from './transferDraft.ts'
import styles from './TicketPreview.module.css'

export { DealNotes } from './DealNotes.tsx'

/** The deal as a sentence that follows the typing. */
export function DealSentence({ deal }: { deal: Deal }) {
  return <Sentences sentences={dealSentences(viewDeal(deal))} label={t('Ticket.sentence')} />
}

type Figure = { name: string; value: string | undefined; note: string }

/** The live figures of a deal: price and haircut, term, interest and repurchase price; of a loan, its collateral. */
export function DealFigures({ deal }: { deal: Deal }) {
  const figures = figuresOf(viewDeal(deal))
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function figuresOf({ repo, cover }: DealView): Figure[] {
  if (repo !== undefined) return [...priceFigures(repo.price, repo.currency), ...interestFigures(repo)]
  if (cover === undefined) return []
  const { term: name, value, note } = coverTerm(cover)
  return [{ name, value, note }]
}

function priceFigures(price: ImpliedPrice | undefined, currency: Currency): Figure[] {
  const figure = price && priceFigure(price, currency)
  const haircut =
    price?.quotation === 'PER_UNIT'
      ? { value: undefined, note: t('Ticket.no_reference', { currency }) }
      : { value: price && `${ratioText(price.haircut)}%`, note: t('Ticket.from_nominal') }
  return [
    { name: t('Ticket.price'), value: figure?.value, note: figure?.note ?? t('Ticket.of_nominal') },
    { name: t('Ticket.haircut'), ...haircut },
  ]
}

function interestFigures({ interest, buyBack, days, dayCount, isOpen, repurchaseDate }: DealRepo): Figure[] {
  const how = days === undefined ? dayCount : t('Ticket.interest_how', { count: days, dayCount })
  return [
    { name: t('Ticket.interest'), value: interest, note: how },
    {
      name: t('Ticket.repurchase_price'),
      value: buyBack,
      note: isOpen
        ? t('Ticket.open')
        : repurchaseDate === undefined
          ? ''
          : t('Ticket.on', { day: longDay(repurchaseDate) }),
    },
  ]
}

export type PreviewDeal = Deal & { choices: Record<LegKey, AssetChoices> }

type PreviewProps = {
  deal: PreviewDeal
  /** Undefined while the form is incomplete. */
  terms: TransferTerms | undefined
  custodian: string
}

/** What moves on which day, and what signing does. */
export function DealPreview({ deal, terms, custodian }: PreviewProps) {
  const { choices, counterparty = '' } = deal
  return (
    <>
      <DealRibbon view={viewDeal(deal)} />
      <ConsequencesPanel
        // The sentence above has the legs.
        consequences={
          terms && {
            ...transferConsequences(terms, {
              custodians: [custodian],
              counterparty,
              legs: ownLegs(terms, choices),
            }),
            legs: [],
          }
        }
      />
    </>
  )
}
