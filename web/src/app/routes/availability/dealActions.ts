// What the viewer can do with one instrument of a deal where the deal is listed: each action with why not, or how its form begins.
import { businessDayFrom, businessDayUntil } from '@connex/protocol'
import type { Address, Calendar, RegistryId, Transfer } from '@connex/protocol'
import {
  availableOf,
  DEAL_REFUSALS,
  isCollateralOf,
  mainLotsOf,
  needsConsent,
  stageRefusal,
  substitutableLots,
  type Deal,
  type DealLot,
} from '@connex/protocol/deals'
import type { TransferDialog } from '../../../features/transfers/OpenDialog.tsx'
import { formatQuantity } from '../../../lib/format.ts'
import { dealActions as sentences } from '../../../messages/en/desk/dealActions.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(sentences)

/** One instrument with one custodian. */
type Place = { registryManagerAddr: Address; registryId: RegistryId }

export type DealAction = {
  id: 'substitute' | 'recall' | 'return'
  /** Why it is not possible. */
  reason: string | undefined
  dialog: TransferDialog
}

type Wanted = {
  own: Address
  place: Place
  /** The opening. */
  transfer: Transfer
  /** By when the securities should be back, as 'YYYY-MM-DD'. */
  day: string
  today: string
  /** Of the deal's cash currency. */
  calendar: Calendar
  /** How much of the instrument should go back, as after a recall; by default everything. */
  quantity?: bigint | undefined
}

/**
 * The actions of a deal, possible or not.
 *
 * @example
 * dealActions(deal, { own, place, transfer, day, today, calendar }).map(({ id, reason }) => [id, reason]) // [['substitute', undefined], …]
 */
export function dealActions(deal: Deal, wanted: Wanted): DealAction[] {
  const { own, place, transfer } = wanted
  const lots = deal.lots.filter(
    ({ asset, outstanding }) =>
      outstanding > 0n &&
      asset.assetId === place.registryId &&
      asset.assetManagerAddr === place.registryManagerAddr,
  )
  const refused = stageReason(deal)
  return [
    {
      id: 'substitute',
      reason: refused ?? substitutionReason(deal, lots, own),
      dialog: { kind: 'substitute', transfer, prefill: substitutionOf(deal, lots, own) },
    },
    {
      id: 'recall',
      reason: refused ?? recallReason(lots, own),
      dialog: { kind: 'recall', transfer, prefill: recallOf(deal, lots, wanted) },
    },
    {
      id: 'return',
      reason: refused ?? returnReason(lots),
      dialog: { kind: 'return', transfer, prefill: returnOf(deal, lots, wanted) },
    },
  ]
}

/** Why nothing can be done with the deal at all. */
function stageReason(deal: Deal): string | undefined {
  const refusal = stageRefusal(deal)
  if (refusal === undefined) return undefined
  const { code } = refusal
  return code === 'dealClosed' || code === 'dealNotOpen' ? DEAL_REFUSALS[code] : t('DealActions.inconsistent')
}

function substitutionReason(deal: Deal, lots: readonly DealLot[], own: Address): string | undefined {
  if (deal.terms.margin?.substitution === 'NONE') return DEAL_REFUSALS.substitutionNotAllowed
  if (substitutableLots({ lots }, own).length > 0) return undefined
  if (lots.length === 0) return t('DealActions.nothing_left')
  return t(lots.some((lot) => isCollateralOf(lot, own)) ? 'DealActions.moving' : 'DealActions.not_given')
}

function recallReason(lots: readonly DealLot[], own: Address): string | undefined {
  if (lots.length > 0 && lots.every(({ holder }) => holder === own)) return t('DealActions.held_by_you')
  return returnReason(lots)
}

function returnReason(lots: readonly DealLot[]): string | undefined {
  if (lots.length === 0) return t('DealActions.nothing_left')
  return lots.some((lot) => availableOf(lot) > 0n) ? undefined : t('DealActions.returning')
}

const textOf = (units: bigint, { asset }: DealLot): string => formatQuantity(units, asset.decimals)

/** Of several lots, that of the instrument. How much may go out is not known yet where the holder has to agree. */
function substitutionOf(deal: Deal, lots: readonly DealLot[], own: Address) {
  if (needsConsent(deal) || substitutableLots(deal, own).length < 2) return {}
  const given = substitutableLots({ lots }, own)
  return { out: Object.fromEntries(given.map((lot) => [lot.lot, textOf(lot.outstanding, lot)])) }
}

function recallOf({ terms }: Deal, lots: readonly DealLot[], wanted: Wanted) {
  const first = lots.find((lot) => lot.holder !== wanted.own && availableOf(lot) > 0n)
  if (first === undefined) return {}
  return {
    lot: first.lot,
    quantity: textOf(availableOf(first), first),
    date: dueDay(wanted, terms.endDate),
  }
}

/** The last business day up to the day and the deal's end that is not past; '' where the user has to choose. */
function dueDay({ day, today, calendar }: Wanted, endDate: string | null): string {
  const latest = endDate !== null && endDate < day ? endDate : day
  if (latest <= today) return ''
  const before = businessDayUntil(latest, calendar)
  if (before >= today) return before
  const next = businessDayFrom(today, calendar)
  return endDate === null || next <= endDate ? next : ''
}

/**
 * What was purchased or lent of other instruments stays; the collateral of a loan goes back with what was lent. Nothing is filled in
 * where everything goes back, as the form has it.
 */
function returnOf(deal: Deal, lots: readonly DealLot[], { quantity }: Wanted) {
  const main = mainLotsOf(deal).filter((lot) => availableOf(lot) > 0n)
  if (!main.some((lot) => lots.includes(lot))) return {}
  let left = quantity
  const parts = main.map((lot) => {
    const available = lots.includes(lot) ? availableOf(lot) : 0n
    const units = left === undefined || left > available ? available : left
    if (left !== undefined) left -= units
    return { lot, units }
  })
  if (parts.every(({ lot, units }) => units === availableOf(lot))) return {}
  return { quantities: Object.fromEntries(parts.map(({ lot, units }) => [lot.lot, textOf(units, lot)])) }
}
