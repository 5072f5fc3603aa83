// The optional terms of a new transfer: their draft, and what comes of it. Loaded once one of them is filled in.
import { businessDayFrom, TARGET, type DayCount, type TransferKind } from '@connex/protocol'
import {
  LOAN_DEFAULTS,
  MARGIN_METHODS,
  readLoan,
  readMargin,
  TERM_NEEDS,
  TradeReference,
  type Billing,
  type DealDetails,
  type FeePrice,
  type LoanFaults,
  type MarginFaults,
  type MarginKind,
  type MarginMethod,
  type SubstitutionRight,
  type TermType,
} from '@connex/protocol/deals'
import { formatCash, isDay } from '../../../lib/format.ts'
import { dayFault } from '../../../shared/deal/formChecks.ts'

/** The fields as typed; empty where nothing is agreed. A kind ignores those that it does not use. */
export type MoreDraft = {
  reference: string
  marginMethod: MarginMethod | ''
  marginRatio: string
  haircut: string
  substitution: SubstitutionRight | ''
  feeRate: string
  dayCount: DayCount
  termType: TermType | ''
  /** Empty: see `loanStart`. */
  startDate: string
  endDate: string
  noticeDays: string
  minimumFee: string
  feePrice: FeePrice
  billing: Billing
}

/** What private details have of them. */
export type MoreTerms = Pick<DealDetails, 'reference' | 'loan' | 'margin'>

export type MoreErrors = Partial<Record<keyof MoreDraft, string>>

export const emptyMore: MoreDraft = {
  reference: '',
  marginMethod: '',
  marginRatio: '',
  haircut: '',
  substitution: '',
  feeRate: '',
  dayCount: LOAN_DEFAULTS.dayCount,
  termType: '',
  startDate: '',
  endDate: '',
  noticeDays: '',
  minimumFee: '',
  feePrice: LOAN_DEFAULTS.feePrice,
  billing: LOAN_DEFAULTS.billing,
}

/** The fields of margin that a draft shows, by its method. */
export const MARGIN_FIELDS: Record<MarginMethod, readonly ('marginRatio' | 'haircut')[]> = {
  A: ['marginRatio'],
  B: ['haircut'],
  LOAN: ['marginRatio', 'haircut'],
}

/** The kind, where it can be secured. `marginKindOf('FOP')` → undefined */
export const marginKindOf = (kind: TransferKind | null): MarginKind | undefined =>
  kind === 'FOP' || kind === null ? undefined : kind

/** Undefined where none is chosen that the kind has. */
export const methodOf = (kind: MarginKind, { marginMethod }: MoreDraft): MarginMethod | undefined =>
  MARGIN_METHODS[kind].find((method) => method === marginMethod)

/** What of the rest of the form these terms depend on, and the UTC day. */
export type MoreContext = { kind: TransferKind | null; valueDate: string; today: string }

/** The terms of a valid draft, otherwise the errors by field. */
export function checkMore(draft: MoreDraft, context: MoreContext): { terms?: MoreTerms; errors: MoreErrors } {
  const reference = entered(draft.reference)
  const issue = reference === undefined ? undefined : TradeReference.safeParse(reference).error?.issues[0]
  const { margin, faults } = checkMargin(draft, marginKindOf(context.kind))
  const { loan, faults: ofLoan } = checkLoan(draft, context)
  const errors: MoreErrors = {
    ...(issue !== undefined && { reference: issue.message }),
    ...faults,
    ...ofLoan,
  }
  if (Object.keys(errors).length > 0) return { errors }
  return {
    errors,
    terms: {
      ...(reference !== undefined && { reference }),
      ...(loan !== undefined && { loan }),
      ...(margin !== undefined && { margin }),
    },
  }
}

function checkMargin(
  draft: MoreDraft,
  kind: MarginKind | undefined,
): { margin?: DealDetails['margin']; faults: MarginFaults } {
  if (kind === undefined) return { faults: {} }
  const marginMethod = methodOf(kind, draft)
  const shown = marginMethod === undefined ? [] : MARGIN_FIELDS[marginMethod]
  const figures = Object.fromEntries(shown.map((name) => [name, entered(draft[name])]))
  const substitution = draft.substitution === '' ? undefined : draft.substitution
  return readMargin(kind, { marginMethod, substitution, ...figures })
}

/** The first day of the loan, where the draft names none: the value date, otherwise the next business day. */
export const loanStart = ({ valueDate, today }: Omit<MoreContext, 'kind'>): string =>
  isDay(valueDate) ? valueDate : businessDayFrom(today, TARGET)

const LOAN_FIELDS = [
  'feeRate',
  'dayCount',
  'termType',
  'startDate',
  'endDate',
  'noticeDays',
  'minimumFee',
  'feePrice',
  'billing',
] as const

/** Whether the term ends on a day that the parties name. */
export const hasEndDate = ({ termType }: MoreDraft): boolean =>
  termType !== '' && TERM_NEEDS[termType].endDate

function checkLoan(
  draft: MoreDraft,
  context: MoreContext,
): { loan?: DealDetails['loan']; faults: LoanFaults } {
  const isEmpty = LOAN_FIELDS.every((name) => draft[name] === emptyMore[name])
  if (context.kind !== 'SEC_LEND' || isEmpty) return { faults: {} }
  const { dayCount, feePrice, billing, termType, startDate } = draft
  const endDate = hasEndDate(draft) ? draft.endDate : ''
  const notice = entered(draft.noticeDays)
  const fields = {
    dayCount,
    feePrice,
    billing,
    feeRate: entered(draft.feeRate),
    termType: termType === '' ? undefined : termType,
    startDate: entered(startDate),
    endDate: entered(endDate),
    noticeDays: notice === undefined ? undefined : Number(notice),
    minimumFee: entered(draft.minimumFee),
  }
  const { loan, faults } = readLoan(fields, loanStart(context))
  const [startFault, endFault] = [startDate, endDate].map((day) => dayFault(day, context.today))
  const all = {
    ...faults,
    ...(startFault !== undefined && { startDate: startFault }),
    ...(endFault !== undefined && { endDate: endFault }),
  }
  return loan === undefined || Object.keys(all).length > 0 ? { faults: all } : { loan, faults: all }
}

const entered = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

/** The draft after a change; null once nothing is filled in. `changedMore(null, { reference: 'DESK-4711' })` */
export function changedMore(draft: MoreDraft | null, change: Partial<MoreDraft>): MoreDraft | null {
  const next = { ...(draft ?? emptyMore), ...change }
  return JSON.stringify(next) === JSON.stringify(emptyMore) ? null : next
}

/** The draft of the same terms again, without days that have passed. A reference is that of one trade. Undefined where there are none. */
export function moreDraftOf({ loan, margin }: MoreTerms, today: string): MoreDraft | undefined {
  if (loan === undefined && margin === undefined) return undefined
  return { ...emptyMore, ...(loan && loanDraftOf(loan, today)), ...(margin && marginDraftOf(margin)) }
}

function marginDraftOf({
  method,
  marginRatio = '',
  haircuts = [],
  substitution,
}: Margin): Partial<MoreDraft> {
  const covering = haircuts.find(({ lot }) => lot === 'P1' || lot === 'C1')
  return { marginMethod: method, marginRatio, haircut: covering?.haircut ?? '', substitution }
}

function loanDraftOf({ startDate, endDate = '', ...loan }: Loan, today: string): Partial<MoreDraft> {
  const { noticeDays, minimumFee, ...others } = loan
  return {
    ...others,
    startDate: startDate > today ? startDate : '',
    endDate: endDate > today ? endDate : '',
    noticeDays: noticeDays === 0 ? '' : String(noticeDays),
    minimumFee: minimumFee === undefined ? '' : formatCash(minimumFee, ''),
  }
}

type Margin = NonNullable<DealDetails['margin']>
type Loan = NonNullable<DealDetails['loan']>
