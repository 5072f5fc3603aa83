// The form that asks the other party of a deal for something.
import type { Address, DeliveryId } from '@connex/protocol'
import { OFFERED_DECIMALS, parseOffered, type Deal, type DealLot } from '@connex/protocol/deals'
import type { Recall, SubstitutionRequest } from '@connex/sdk'
import { formatQuantity, parseQuantity, todayUtc } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { quantityFaultText } from '../../../shared/deal/AssetDraft.ts'
import { dayFault } from '../../../shared/deal/formChecks.ts'

export type RequestKind = 'RECALL' | 'SUBSTITUTION'
export type RequestDraft = {
  kind: RequestKind
  lot: string
  quantity: string
  date: string
  identifier: string
  offered: string
  text: string
}
export type RequestErrors = Partial<Record<keyof RequestDraft, string>>
export type ReadRequest = {
  errors: RequestErrors
  /** Undefined while there are errors. */
  recall?: Recall
  substitution?: SubstitutionRequest
}

export const emptyRequest = (lot: string, kind: RequestKind = 'RECALL'): RequestDraft => ({
  kind,
  lot,
  quantity: '',
  date: '',
  identifier: '',
  offered: '',
  text: '',
})

/** What the other party holds of the deal. */
export const lotsToAskFor = ({ lots }: Pick<Deal, 'lots'>, own: Address): DealLot[] =>
  lots.filter(({ holder, outstanding }) => holder !== own && outstanding > 0n)

const IDENTIFIER = /^[A-Za-z0-9:._-]{1,40}$/

/** Pure. `readRequest(deliveryId, draft, lots)` → the errors of its fields, or what to send. */
export function readRequest(
  deliveryId: DeliveryId,
  draft: RequestDraft,
  lots: readonly Pick<DealLot, 'lot' | 'outstanding' | 'asset'>[],
): ReadRequest {
  const wanted = readQuantity(draft, lots)
  const text = draft.text.trim() === '' ? undefined : draft.text.trim()
  if (draft.kind === 'RECALL') {
    const errors = present({ quantity: wanted.fault, date: dateFault(draft.date) })
    if (wanted.quantities === undefined || hasErrors(errors)) return { errors }
    return { errors, recall: { deliveryId, quantities: wanted.quantities, date: draft.date, text } }
  }
  const { quantity, fault } = parseOffered(draft.offered)
  const identifier = draft.identifier.trim()
  const errors = present({
    quantity: wanted.fault,
    identifier: IDENTIFIER.test(identifier) ? undefined : t('DealMessages.identifier_missing'),
    offered: fault && quantityFaultText(fault, OFFERED_DECIMALS),
  })
  if (wanted.quantities === undefined || quantity === undefined || hasErrors(errors)) return { errors }
  return {
    errors,
    substitution: { deliveryId, out: wanted.quantities, offered: [{ identifier, quantity }], text },
  }
}

function readQuantity(
  { lot: name, quantity }: RequestDraft,
  lots: readonly Pick<DealLot, 'lot' | 'outstanding' | 'asset'>[],
): { quantities?: Record<string, bigint>; fault?: string } {
  const lot = lots.find((one) => one.lot === name)
  if (lot === undefined) return { fault: t('Form.required') }
  const { decimals } = lot.asset
  const { units, fault } = parseQuantity(quantity, decimals)
  if (fault !== undefined || units === undefined)
    return { fault: quantityFaultText(fault ?? 'missing', decimals) }
  if (units > lot.outstanding)
    return { fault: t('Form.maximum_quantity', { max: formatQuantity(lot.outstanding, decimals) }) }
  return { quantities: { [lot.lot]: units } }
}

const dateFault = (date: string): string | undefined =>
  date === '' ? t('Form.required') : dayFault(date, todayUtc())

const hasErrors = (errors: RequestErrors): boolean => Object.keys(errors).length > 0

const present = (errors: Record<string, string | undefined>): RequestErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
