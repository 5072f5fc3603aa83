// The names of a deal's events, apart from the rest, so that a title loads them alone.
import type { Transfer, TransferType } from '../entities/transfer.ts'
import type { DealEventKind } from '../terms/dealEventKind.ts'
import type { DealEntryKind } from './deal.ts'

export const DEAL_EVENT_TEXTS: Record<DealEventKind, string> = {
  RETURN: 'Return',
  SUBSTITUTION: 'Substitution',
  MARGIN: 'Margin',
  REPRICE: 'Reprice',
  AMENDMENT: 'Change of terms',
  INCOME: 'Income',
  FEE: 'Fee',
  INTEREST: 'Interest',
}

/** Of every delivery of a deal. */
export const EVENT_TEXTS: Record<DealEntryKind, string> = {
  OPENING: 'Opening',
  CLOSING_WITHOUT_EVENT: DEAL_EVENT_TEXTS.RETURN,
  ...DEAL_EVENT_TEXTS,
  UNKNOWN: 'Unknown',
}

const RETURNS: Partial<Record<TransferType, string>> = {
  REPO: 'Return of a repo',
  SEC_LEND: 'Return of a loan',
}

/**
 * The name of what a transfer is beyond its type: an event of a deal, or a payment alone. Undefined of any other transfer, which
 * its type names.
 *
 * @example
 * eventLabel({ transferType: 'REPO', dealEvent: 'RETURN', isCashOnly: false }) // 'Return of a repo'
 */
export function eventLabel({
  transferType,
  dealEvent,
  isCashOnly,
}: Pick<Transfer, 'transferType' | 'dealEvent' | 'isCashOnly'>): string | undefined {
  if (dealEvent === null) return isCashOnly ? 'Cash payment' : undefined
  const returned = isCashOnly ? undefined : RETURNS[transferType]
  return (dealEvent === 'RETURN' ? returned : undefined) ?? DEAL_EVENT_TEXTS[dealEvent]
}
