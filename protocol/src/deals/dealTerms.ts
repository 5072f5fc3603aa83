// The terms of a deal as they are after every amendment that settled.
import type { Asset } from './dealDelivery.ts'
import type { DealDetails } from './dealDetails.ts'
import type { Amendment } from '../terms/dealEvent.ts'
import type { Billing, FeePrice, LotHaircuts, LotName, MarginTerms, TermType } from '../terms/loanTerms.ts'
import type { DayCount, IsoDate } from '../terms/repoTerms.ts'

export type DealKind = 'REPO' | 'LOAN'

export type DealTerms = {
  /** Null where the opening says nothing, as loans did before they had terms. */
  startDate: IsoDate | null
  /** Null while the deal is open: nobody has given notice. */
  endDate: IsoDate | null
  termType: TermType
  /** Business days. */
  noticeDays: number
  /** Per cent a year: a repo's rate, or a loan's fee. */
  rate: string | null
  dayCount: DayCount | null
  /** Of a loan's fee. */
  minimumFee: string | null
  feePrice: FeePrice | null
  billing: Billing | null
  margin: MarginTerms | null
}

const NOTHING: DealTerms = {
  startDate: null,
  endDate: null,
  termType: 'OPEN',
  noticeDays: 0,
  rate: null,
  dayCount: null,
  minimumFee: null,
  feePrice: null,
  billing: null,
  margin: null,
}

/** The terms that an opening's details agree on. */
export function openingTerms({ repo, loan, margin: agreed }: Partial<DealDetails>): DealTerms {
  const margin = agreed ?? null
  if (repo !== undefined)
    return {
      ...NOTHING,
      startDate: repo.purchaseDate,
      endDate: repo.repurchaseDate ?? null,
      termType: repo.repurchaseDate === undefined ? 'OPEN' : 'FIXED',
      rate: repo.rate,
      dayCount: repo.dayCount,
      margin,
    }
  if (loan === undefined) return { ...NOTHING, margin }
  const { startDate, endDate = null, feeRate, dayCount, termType, noticeDays } = loan
  const { minimumFee = null, feePrice, billing } = loan
  const dates = { startDate, endDate, termType, noticeDays }
  return { ...dates, rate: feeRate, dayCount, minimumFee, feePrice, billing, margin }
}

/** The terms after an amendment. A repo has a rate, a loan a fee rate. */
export function amended(
  terms: DealTerms,
  kind: DealKind,
  amend: Amendment,
  /** Where the deal had no terms of margin so far. */
  substitution: MarginTerms['substitution'] = 'ON_CONSENT',
): DealTerms {
  const { repurchaseDate, termType, noticeDays } = amend
  const rate = kind === 'REPO' ? amend.rate : amend.feeRate
  return {
    ...terms,
    ...(repurchaseDate === undefined ? {} : { endDate: repurchaseDate }),
    ...(termType === undefined ? {} : { termType }),
    ...(noticeDays === undefined ? {} : { noticeDays }),
    ...(rate === undefined ? {} : { rate }),
    margin: amendedMargin(terms.margin, kind, amend, substitution),
  }
}

/** Where the opening agreed on no margin, the amendment's own terms say by which method. */
function amendedMargin(
  before: MarginTerms | null,
  kind: DealKind,
  { haircuts, marginRatio }: Amendment,
  substitution: MarginTerms['substitution'],
): MarginTerms | null {
  if (haircuts === undefined && marginRatio === undefined) return before
  const ofRatio = kind === 'REPO' ? 'A' : 'LOAN'
  return {
    ...(before ?? { method: marginRatio === undefined ? 'B' : ofRatio, substitution }),
    ...(marginRatio === undefined ? {} : { marginRatio }),
    ...(haircuts === undefined ? {} : { haircuts: withHaircuts(before?.haircuts, haircuts) }),
  }
}

/** Haircuts by lot; the later ones win. Ordered by name, as in details. */
export const withHaircuts = (before: LotHaircuts | undefined, changes: LotHaircuts): LotHaircuts =>
  [...new Map([...(before ?? []), ...changes].map((one) => [one.lot, one])).values()].toSorted(
    (one, other) => (one.lot < other.lot ? -1 : 1),
  )

/** Per cent; undefined where the terms name none. `haircutOf(terms, 'P1')` → '2' */
export const haircutOf = ({ margin }: Pick<DealTerms, 'margin'>, lot: LotName): string | undefined =>
  margin?.haircuts?.find((one) => one.lot === lot)?.haircut

type Known = { lot: LotName; asset: Pick<Asset, 'assetId'> }

/** The haircut of a new lot: that of its asset in this deal; without one, the highest of the lots that it replaces. */
export function inheritedHaircut(
  terms: Pick<DealTerms, 'margin'>,
  asset: Pick<Asset, 'assetId'>,
  { known, gone }: { known: readonly Known[]; gone: readonly Known[] },
): string | undefined {
  const cuts = (lots: readonly Known[]) => lots.flatMap(({ lot }) => haircutOf(terms, lot) ?? [])
  const same = known.filter((one) => one.asset.assetId === asset.assetId)
  const highest = cuts(gone).toSorted((one, other) => Number(other) - Number(one))
  return [...cuts(same), ...highest][0]
}
