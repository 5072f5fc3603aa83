// Terms of margin as a person enters them, field by field: in a form, as options, or in a row of a file.
import { METHOD_FAULT, METHOD_NEEDS, MarginTerms } from './loanTerms.ts'
import type { MarginMethod, SubstitutionRight } from './loanTerms.ts'

/** What a form, a command and a file can open: with one lot on each side. */
export type MarginKind = 'REPO' | 'SEC_LEND'

/** A loan has no repurchase price to count a ratio on, and a repo no loan. */
export const MARGIN_METHODS: Record<MarginKind, readonly MarginMethod[]> = {
  REPO: ['A', 'B'],
  SEC_LEND: ['LOAN', 'B'],
}

/** The lot that covers the other side. */
const COVERING_LOTS: Record<MarginKind, string> = { REPO: 'P1', SEC_LEND: 'C1' }

/** As entered; undefined where a field is empty. The haircut is that of the lot which covers the other side. */
export type MarginFields = {
  marginMethod?: MarginMethod | undefined
  marginRatio?: string | undefined
  haircut?: string | undefined
  substitution?: SubstitutionRight | undefined
}

export type MarginFaults = Partial<Record<keyof MarginFields, string>>

const FIELDS = {
  method: 'marginMethod',
  marginRatio: 'marginRatio',
  haircuts: 'haircut',
  substitution: 'substitution',
} as const satisfies Record<keyof MarginTerms, keyof MarginFields>

/**
 * The terms, or what is wrong with each field; neither where nothing is entered.
 *
 * @example
 * readMargin('REPO', { marginMethod: 'B', haircut: '2', substitution: 'NONE' }).margin?.haircuts // [{ lot: 'P1', haircut: '2' }]
 */
export function readMargin(
  kind: MarginKind,
  { marginMethod: method, marginRatio, haircut, substitution }: MarginFields,
): { margin?: MarginTerms; faults: MarginFaults } {
  if ([method, marginRatio, haircut, substitution].every((field) => field === undefined))
    return { faults: {} }
  const entered = {
    method,
    substitution,
    ...(marginRatio !== undefined && { marginRatio }),
    ...(haircut !== undefined && { haircuts: [{ lot: COVERING_LOTS[kind], haircut }] }),
  }
  const needed = method && METHOD_NEEDS[method]
  const chosen: MarginFaults = {
    ...(method === undefined && {
      marginMethod: 'Choose a margin method, or leave all terms of margin empty.',
    }),
    ...(method !== undefined &&
      !MARGIN_METHODS[kind].includes(method) && {
        marginMethod: 'A repo has the margin method A or B, a loan LOAN or B.',
      }),
    ...(needed !== undefined && !(needed in entered) && { [FIELDS[needed]]: METHOD_FAULT }),
    ...(substitution === undefined && { substitution: 'Choose whether collateral may be exchanged.' }),
  }
  const parsed = MarginTerms.safeParse(entered)
  // What the method lacks is a fault of the field that is empty.
  const issues = parsed.error?.issues.filter(({ code }) => code !== 'custom') ?? []
  const faults = {
    ...Object.fromEntries(issues.map(({ path, message }) => [FIELDS[path[0] as keyof MarginTerms], message])),
    ...chosen,
  }
  return parsed.success && Object.keys(faults).length === 0 ? { margin: parsed.data, faults } : { faults }
}
