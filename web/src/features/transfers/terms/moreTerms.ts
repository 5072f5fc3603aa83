// The optional terms of a new transfer: their draft, and what comes of it. Loaded once one of them is filled in.
import type { TransferKind } from '@connex/protocol'
import {
  MARGIN_METHODS,
  readMargin,
  TradeReference,
  type DealDetails,
  type MarginFaults,
  type MarginKind,
  type MarginMethod,
  type SubstitutionRight,
} from '@connex/protocol/deals'

/** The fields as typed; empty where nothing is agreed. A kind ignores those that it does not use. */
export type MoreDraft = {
  reference: string
  marginMethod: MarginMethod | ''
  marginRatio: string
  haircut: string
  substitution: SubstitutionRight | ''
}

/** What private details have of them. */
export type MoreTerms = Pick<DealDetails, 'reference' | 'margin'>

export type MoreErrors = Partial<Record<keyof MoreDraft, string>>

export const emptyMore: MoreDraft = {
  reference: '',
  marginMethod: '',
  marginRatio: '',
  haircut: '',
  substitution: '',
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

/** The terms of a valid draft, otherwise the errors by field. */
export function checkMore(
  draft: MoreDraft,
  kind: TransferKind | null,
): { terms?: MoreTerms; errors: MoreErrors } {
  const reference = entered(draft.reference)
  const issue = reference === undefined ? undefined : TradeReference.safeParse(reference).error?.issues[0]
  const { margin, faults } = checkMargin(draft, marginKindOf(kind))
  const errors: MoreErrors = {
    ...(issue !== undefined && { reference: issue.message }),
    ...faults,
  }
  if (Object.keys(errors).length > 0) return { errors }
  return {
    errors,
    terms: { ...(reference !== undefined && { reference }), ...(margin !== undefined && { margin }) },
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

const entered = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

/** The draft after a change; null once nothing is filled in. `changedMore(null, { reference: 'DESK-4711' })` */
export function changedMore(draft: MoreDraft | null, change: Partial<MoreDraft>): MoreDraft | null {
  const next = { ...(draft ?? emptyMore), ...change }
  return JSON.stringify(next) === JSON.stringify(emptyMore) ? null : next
}

/** The draft of the same terms again. A reference is that of one trade. Undefined where there are none. */
export function moreDraftOf({ margin }: MoreTerms): MoreDraft | undefined {
  if (margin === undefined) return undefined
  const { method, marginRatio = '', haircuts = [], substitution } = margin
  const covering = haircuts.find(({ lot }) => lot === 'P1' || lot === 'C1')
  return { ...emptyMore, marginMethod: method, marginRatio, haircut: covering?.haircut ?? '', substitution }
}
