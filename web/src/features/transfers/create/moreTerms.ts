// The optional terms of a new transfer: their draft, and what comes of it. Loaded once one of them is filled in.
import { TradeReference, type DealDetails } from '@connex/protocol/deals'

/** The fields as typed. A kind ignores those that it does not use. */
export type MoreDraft = {
  reference: string
}

/** What private details have of them. */
export type MoreTerms = Pick<DealDetails, 'reference'>

export type MoreErrors = Partial<Record<keyof MoreDraft, string>>

export const emptyMore: MoreDraft = { reference: '' }

/** The terms of a valid draft, otherwise the errors by field. */
export function checkMore({ reference }: MoreDraft): { terms?: MoreTerms; errors: MoreErrors } {
  const text = reference.trim()
  if (text === '') return { terms: {}, errors: {} }
  const parsed = TradeReference.safeParse(text)
  return parsed.success
    ? { terms: { reference: parsed.data }, errors: {} }
    : { errors: { reference: parsed.error.issues[0]?.message ?? '' } }
}

/** The draft after a change; null once nothing is filled in. `changedMore(null, { reference: 'DESK-4711' })` */
export function changedMore(draft: MoreDraft | null, change: Partial<MoreDraft>): MoreDraft | null {
  const next = { ...(draft ?? emptyMore), ...change }
  return JSON.stringify(next) === JSON.stringify(emptyMore) ? null : next
}
