// The names of a deal's events, apart from the rest, so that a title loads them alone.
import type { DealEntryKind } from './deal.ts'

export const EVENT_TEXTS: Record<DealEntryKind, string> = {
  OPENING: 'Opening',
  CLOSING_WITHOUT_EVENT: 'Return',
  RETURN: 'Return',
  SUBSTITUTION: 'Substitution',
  MARGIN: 'Margin',
  REPRICE: 'Reprice',
  AMENDMENT: 'Change of terms',
  INCOME: 'Income',
  FEE: 'Fee',
  INTEREST: 'Interest',
  UNKNOWN: 'Unknown',
}
