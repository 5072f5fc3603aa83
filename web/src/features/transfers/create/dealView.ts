// What a ticket shows of a draft while it is typed: everything that can be read so far, and exact.
import {
  daysBetween,
  impliedPrice,
  isAfterPurchase,
  RepoTerms,
  repurchasePrice,
  unitOf,
  type Amount,
  type Currency,
  type Direction,
  type ImpliedPrice,
  type InstrumentId,
  type Unit,
  type TransferKind,
} from '@connex/protocol'
import { termTexts, type TermText } from '@connex/protocol/deals'
import { formatCash, formatIsoDay, parseCash, parseQuantity } from '../../../lib/format.ts'
import { readDay } from '../../../lib/readDay.ts'
import { loanCoverOf, type LoanCover } from '../../../shared/deal/loanCover.ts'
import { interestText } from '../../../shared/deal/repoFigures.ts'
import { instrumentText } from '../../../shared/deal/earmarkNotes.ts'
import type { AssetChoices, LegKey } from '../../../shared/deal/useAssetChoices.ts'
import type { MoreTerms } from '../terms/moreTerms.ts'
import { ownLegsOf, type TransferDraft } from './transferDraft.ts'

/** Securities that the user's tenant delivers or receives, as far as they are chosen. */
export type DealLeg = {
  key: LegKey
  instrumentId: InstrumentId | undefined
  /** '2,060,000 Speicher Promissory Note 2027' */
  what: string | undefined
  /** '4100118 (Trading book)' */
  account: string | undefined
  amount: Amount | undefined
}

/** The cash of a repo, which the buyer of the securities pays. */
export type DealRepo = {
  cash: string | undefined
  currency: Currency
  rate: string | undefined
  dayCount: RepoTerms['dayCount']
  purchaseDate: string | undefined
  /** Undefined while it is missing or invalid; see `isOpen`. */
  repurchaseDate: string | undefined
  isOpen: boolean
  days: number | undefined
  interest: string | undefined
  buyBack: string | undefined
  price: ImpliedPrice | undefined
}

export type DealView = {
  kind: TransferKind
  direction: Direction
  legs: readonly DealLeg[]
  counterparty: string | undefined
  repo: DealRepo | undefined
  cover: LoanCover | undefined
  /** The term of a loan that has an end. */
  loanTerm: { endDate: string; days: number } | undefined
  valueDate: string | undefined
  /** The optional terms, once they are valid. */
  more: readonly TermText[]
}

type Choices = Pick<AssetChoices, 'instrumentName' | 'accountName' | 'limits' | 'instrument' | 'held'>

/** A draft with the names and holdings behind it. */
export type Deal = {
  draft: TransferDraft
  choices: Record<LegKey, Choices>
  counterparty: string | undefined
  more?: MoreTerms | undefined
}

/** `viewDeal(deal).repo?.interest` → 'EUR 416.11' */
export function viewDeal({ draft, choices, counterparty, more = {} }: Deal): DealView {
  const legs = ownLegsOf(draft).map((key) => viewLeg(key, draft, choices))
  const [first, second] = legs
  return {
    kind: draft.kind ?? 'FOP',
    direction: draft.direction,
    legs,
    counterparty,
    repo: draft.kind === 'REPO' ? viewRepo(draft, first?.amount) : undefined,
    cover: first?.amount && second?.amount && loanCoverOf(first.amount, second.amount, more.margin),
    loanTerm: loanTermOf(more.loan),
    valueDate: draft.kind === 'REPO' ? undefined : dayOf(draft.valueDate),
    more: termTexts(more, formatIsoDay),
  }
}

function viewLeg(key: LegKey, draft: TransferDraft, choices: Deal['choices']): DealLeg {
  const { registryId, account, quantity } = draft[key]
  const { limits } = choices[key]
  const { units } = parseQuantity(quantity, limits.decimals)
  const isChosen = registryId !== null && limits.isUnknown !== true && units !== undefined
  const unit = unitIn(choices[key])
  return {
    key,
    instrumentId: choices[key].instrument?.instrumentId,
    account: account === null ? undefined : choices[key].accountName,
    what: isChosen ? instrumentText(units, choices[key]) : undefined,
    amount: isChosen && unit !== undefined ? { quantity: units, decimals: limits.decimals, unit } : undefined,
  }
}

const loanTermOf = (loan: MoreTerms['loan']): DealView['loanTerm'] =>
  loan?.endDate === undefined
    ? undefined
    : { endDate: loan.endDate, days: daysBetween(loan.startDate, loan.endDate) }

/** By the issuer's own terms where some of it is held, otherwise by the instrument's type. */
function unitIn({ instrument, held }: Choices): Unit | undefined {
  if (instrument === undefined || 'unit' in instrument) return instrument?.unit
  const position = held.find(({ registryId }) => registryId === instrument.registryId)
  return position === undefined ? unitOf(instrument.instrumentType) : position.unit
}

function viewRepo(draft: TransferDraft, amount: Amount | undefined): DealRepo {
  const { cashCurrency: currency, dayCount } = draft
  const { cash } = parseCash(draft.cashQuantity)
  const parsedRate = RepoTerms.shape.rate.safeParse(draft.rate.trim())
  const rate = parsedRate.success ? parsedRate.data : undefined
  const purchaseDate = dayOf(draft.purchaseDate)
  const repurchaseDate = dayOf(draft.repurchaseDate)
  const isDated =
    purchaseDate !== undefined &&
    repurchaseDate !== undefined &&
    isAfterPurchase(purchaseDate, repurchaseDate)
  const buyBack =
    isDated && cash !== undefined && rate !== undefined
      ? repurchasePrice({ purchaseDate, purchasePrice: cash, rate, dayCount }, repurchaseDate)
      : undefined
  return {
    cash: cash && formatCash(cash, currency),
    currency,
    rate,
    dayCount,
    purchaseDate,
    repurchaseDate: isDated ? repurchaseDate : undefined,
    isOpen: draft.repurchaseDate === '',
    days: isDated ? daysBetween(purchaseDate, repurchaseDate) : undefined,
    interest: buyBack && cash && interestText(cash, buyBack, currency),
    buyBack: buyBack && formatCash(buyBack, currency),
    price: amount && cash ? impliedPrice(amount, cash, currency) : undefined,
  }
}

const dayOf = (typed: string): string | undefined => readDay(typed)
