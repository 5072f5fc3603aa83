// A deal in one sentence, and the texts of its stages and changes: the same on a screen and in a terminal.
import { instrumentText } from '../terms/instrumentText.ts'
import { daysBetween } from '../repo/repurchasePrice.ts'
import { formatCash, formatQuantity } from '../text/quantityText.ts'
import { cashOf } from '../terms/cash.ts'
import type { LotName } from '../terms/loanTerms.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import type { Deal, DealEntry, DealLot, DealStage } from './deal.ts'
import type { Asset } from './dealDelivery.ts'
import { accruedOn } from './dealState.ts'
import { EVENT_TEXTS } from './eventTexts.ts'
import type { DealWarningCode } from './warnings.ts'

export const STAGE_TEXTS: Record<DealStage, string> = {
  PROPOSED: 'Proposed',
  OPEN: 'Open',
  CLOSING: 'Closing',
  CLOSED: 'Closed',
  OVERDUE: 'Overdue',
  INCONSISTENT: 'Inconsistent',
}

export const WARNING_TEXTS: Record<DealWarningCode, string> = {
  detailsMissing: 'Its private details are missing, or do not match the ledger.',
  exceedsOutstanding: 'It gives back more than is outstanding.',
  lotUnknown: 'It refers to a lot that the deal does not have, or that consists of another instrument.',
  legUnexpected: 'It moves securities in a way that its kind of event does not allow.',
  cashUnexpected: 'It pays cash in a way that its kind of event does not allow.',
  principalExceeded: 'It pays back more than the principal.',
  beforeOpening: 'It settled before the opening.',
  closingIncomplete: 'It closes the deal but leaves something outstanding.',
  basedOnOther: 'Its creator based it on another state of the deal.',
  interestDiffers: 'Its interest differs from what the terms give.',
  principalLeft: 'All securities have been returned, but some of the principal has not.',
  openingCanceled: 'The opening was canceled.',
  foreignParties: 'It refers to this deal but has other parties.',
  rateBackdated: 'Its rate begins on a day for which interest is already paid.',
  valueUntested: 'The value of what came in was not tested: it quotes no price for some of the securities.',
  doesNotFit: 'It does not fit together with another pending delivery.',
}

/** Smallest units of a lot: '3,000,000.00 DE000A2LQ5M4' */
export function lotQuantityText(
  { lots }: Pick<Deal, 'lots'>,
  name: LotName | undefined,
  units: bigint,
): string {
  const asset = lots.find(({ lot }) => lot === name)?.asset
  const text = formatQuantity(units, asset?.decimals ?? 0)
  return asset === undefined ? text : `${text} ${assetText(asset)}`
}

/** 'Return of 3,000,000.00 DE000A2LQ5M4'; 'Substitution of 5,000,000.00 DE000A2LQ5M4 by 5,100,000.00 FR0013508470' */
export function entryText({ kind, moves }: DealEntry, { lots }: Pick<Deal, 'lots'>): string {
  const textOf = (some: DealEntry['moves']) =>
    some.map(({ lot, quantity }) => lotQuantityText({ lots }, lot, quantity)).join(' and ')
  if (moves.length === 0) return EVENT_TEXTS[kind]
  if (kind !== 'SUBSTITUTION') return `${EVENT_TEXTS[kind]} of ${textOf(moves)}`
  const [gone, come] = (['back', 'forth'] as const).map((way) => moves.filter((move) => move.way === way))
  return `${EVENT_TEXTS[kind]} of ${textOf(gone ?? [])} by ${textOf(come ?? [])}`
}

/** What has happened to a deal since an event was proposed, in a sentence. */
export const changeText = (since: readonly DealEntry[] | undefined, deal: Pick<Deal, 'lots'>): string =>
  since === undefined
    ? 'This was proposed on a state of the deal that this client does not know.'
    : `Since this was proposed, the deal has changed: ${since.map((entry) => entryText(entry, deal)).join('; ')}.`

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** An instrument by its identifier or label, or what is known of it. */
export const assetText = ({ identifier, label }: Pick<Asset, 'identifier' | 'label'>): string =>
  identifier === null ? 'an unknown instrument' : instrumentText(identifier, label)

/** How a reader writes instruments and days. */
export type DealStyle = { asset: (asset: Asset) => string; day: (day: IsoDate) => string }
export const PLAIN_STYLE: DealStyle = { asset: assetText, day: (day) => day }

/**
 * `dealSentence(deal, '2026-11-23')` →
 * 'Open: 7,000,000.00 of 10,000,000.00 DE000A2LQ5M4 out, ends 2026-11-30, in 7 days, accrued EUR 4,161.11.'
 */
export function dealSentence(deal: Deal, today: IsoDate, style = PLAIN_STYLE): string {
  const stage = STAGE_TEXTS[deal.state]
  if (deal.state === 'PROPOSED') return `${stage}: the opening has not settled.`
  if (deal.state === 'CLOSED')
    return deal.settled === null
      ? `${stage}: the opening was canceled.`
      : `${stage}: everything has been returned.`
  const lots = deal.lots.filter(({ outstanding, arriving }) => outstanding + arriving > 0n)
  return `${stage}: ${[...lots.map((lot) => lotText(lot, style)), endText(deal, today, style), ...accruedText(deal, today)].join(', ')}.`
}

function lotText({ outstanding, delivered, arriving, asset }: DealLot, style: DealStyle): string {
  const [rest, all, more] = [outstanding, delivered, arriving].map((units) =>
    formatQuantity(units, asset.decimals),
  )
  if (outstanding === 0n) return `${more} ${style.asset(asset)} incoming`
  return `${rest} of ${all} ${style.asset(asset)} out`
}

function endText({ terms: { endDate }, state }: Deal, today: IsoDate, { day }: DealStyle): string {
  if (endDate === null) return 'no end date'
  const days = daysBetween(today, endDate)
  if (days < 0) return `${state === 'OVERDUE' ? 'due' : 'ended'} ${day(endDate)}, ${daysText(-days)} ago`
  return days === 0 ? `ends today, ${day(endDate)}` : `ends ${day(endDate)}, in ${daysText(days)}`
}

/** Until today, or until the end if it has passed. */
function accruedText({ settled, terms }: Deal, today: IsoDate): string[] {
  if (settled === null || settled.principal === null || settled.kind !== 'REPO') return []
  const until = terms.endDate !== null && terms.endDate < today ? terms.endDate : today
  return [`accrued ${formatCash(cashOf(accruedOn(settled, until)), settled.principal.currency)}`]
}

/**
 * Whether the other side computed the same deal: by the hash that it named in its last event. Null while it has named none.
 *
 * @example
 * isSameForOther(deal, ownTenant) // true: its event was based on the hash that we have for that moment
 */
export function isSameForOther({ events }: Deal, own: string): boolean | null {
  const named = events.findLast(
    ({ creator, basedOn, status }) => creator !== own && basedOn !== null && status === 'SETTLED',
  )
  if (named === undefined) return null
  const settled = events.filter(({ status }) => status === 'SETTLED')
  return settled[settled.indexOf(named) - 1]?.hash === named.basedOn
}
