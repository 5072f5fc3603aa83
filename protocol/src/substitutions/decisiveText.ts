// Which test decides, in words: apart from the test, so that who shows one need not load what computes it.
import type { MarginMethod } from '../terms/loanTerms.ts'
import type { ValueTest } from './valueTest.ts'

const MARGIN_TEXTS: Record<MarginMethod, string> = { A: 'method A', B: 'method B', LOAN: 'the loan' }

/** Beside the test that must pass, and why it is that one. `decisiveText({ decidedBy: 'B' })` → 'must pass: margin of method B' */
export const decisiveText = ({ decidedBy }: Pick<ValueTest, 'decidedBy'>): string =>
  decidedBy === null ? 'must pass' : `must pass: margin of ${MARGIN_TEXTS[decidedBy]}`
