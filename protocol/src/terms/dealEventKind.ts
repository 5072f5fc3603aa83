// The kinds of events, apart from their rules: lists name them, and do without those.
import * as z from 'zod/mini'

/** MARGIN: in both directions. AMENDMENT: changes terms, and moves nothing. */
export const DealEventKind = z.enum([
  'RETURN',
  'SUBSTITUTION',
  'MARGIN',
  'REPRICE',
  'AMENDMENT',
  'INCOME',
  'FEE',
  'INTEREST',
])
export type DealEventKind = z.infer<typeof DealEventKind>
