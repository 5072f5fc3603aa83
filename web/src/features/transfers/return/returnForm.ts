// The form that closes a repo or a loan.
import {
  businessDayFrom,
  cashOf,
  isAfterPurchase,
  repurchasePrice,
  Seconds,
  type Address,
  type Calendar,
  type DeliveryDetails,
  type RepoTerms,
  type Transfer,
} from '@connex/protocol'
import { availableOf, mainLotsOf } from '@connex/protocol/deals'
import type { Asset, Deal, DealLot, LotName, ReturnProposal } from '@connex/protocol/deals'
import {
  checkAsset,
  assetDraftOf,
  quantityFaultText,
  type AssetDraft,
  type AssetErrors,
  type AssetLimits,
} from '../../../shared/deal/AssetDraft.ts'
import { dayFault, descriptionFault } from '../../../shared/deal/formChecks.ts'
import { formatQuantity, isoDayOf, midnightOf, parseQuantity } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { TransferTerms } from '../create/transferDraft.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'

/** The fields of a closing: the accounts, a repo's repurchase date, and the description. */
export type ReturnDraft = {
  /** Of the deal's lot; null while nobody has changed it, for everything that is left. */
  quantity: string | null
  deliver: string | null
  receive: string | null
  repurchaseDate: string
  description: string
}
export type ReturnErrors = Partial<Record<keyof ReturnDraft, string>>

/** A closing delivers what the opening received, and receives what it delivered. */
const OPENING = { deliver: 'receive', receive: 'deliver' } as const

/** What goes back, by the own legs, and the cash against it. */
export type Proposed = Partial<Record<LegKey, bigint>> & {
  price?: string
  /** What goes back by each leg: after a substitution it is not what the opening moved. */
  assets?: Partial<Record<LegKey, readonly Asset[]>>
}

export function proposedFrom({ moves, payment }: ReturnProposal, own: Address): Proposed {
  const of = (party: 'sender' | 'receiver') => moves.filter((move) => move[party] === own)
  const sum = (party: 'sender' | 'receiver') =>
    of(party).reduce((total, { quantity }) => total + quantity, 0n)
  const assetsOf = (party: 'sender' | 'receiver') => of(party).map(({ asset }) => asset)
  return {
    deliver: sum('sender'),
    receive: sum('receiver'),
    assets: { deliver: assetsOf('sender'), receive: assetsOf('receiver') },
    ...(payment !== null && { price: cashOf(payment.principal + (payment.interest ?? 0n)) }),
  }
}

/** The only lot whose quantity a return chooses: what was purchased, or lent. */
export function lotToReturn(deal: Deal | undefined): DealLot | undefined {
  if (deal === undefined) return undefined
  const held = mainLotsOf(deal).filter(({ outstanding }) => outstanding > 0n)
  const [lot, ...more] = held.length === 0 ? mainLotsOf(deal) : held
  return more.length === 0 ? lot : undefined
}

/** Of a return that was proposed before: what it returned of each lot. */
export type ProposedParts = Readonly<Record<LotName, bigint>>

/** Whether the form can show these parts: of the only lot a part, of several all that is available. */
export function canShowParts(parts: ProposedParts, deal: Deal): boolean {
  const lot = lotToReturn(deal)
  if (lot !== undefined) return parts[lot.lot] !== undefined
  return mainLotsOf(deal).every((one) => (parts[one.lot] ?? 0n) === availableOf(one))
}

type Lot = Pick<DealLot, 'lot' | 'outstanding' | 'inFlight' | 'asset'>

/** The typed part of a lot: its quantity if it is less than what is left, or why it is none. */
export function partOf(
  typed: string | null,
  lot: Lot | undefined,
): { part?: Record<string, bigint>; fault?: string } {
  if (lot === undefined || typed === null) return {}
  const { decimals } = lot.asset
  const { units, fault } = parseQuantity(typed, decimals)
  const available = availableOf(lot)
  if (fault !== undefined || units === undefined)
    return { fault: quantityFaultText(fault ?? 'missing', decimals) }
  if (units > available)
    return { fault: t('Form.maximum_quantity', { max: formatQuantity(available, decimals) }) }
  return units === available ? {} : { part: { [lot.lot]: units } }
}

/** The securities of one leg of the return, in the chosen account. */
export function returnedAsset(
  opening: Transfer,
  draft: Pick<ReturnDraft, LegKey>,
  key: LegKey,
  proposed: Proposed = {},
): AssetDraft {
  const asset = opening[OPENING[key]]
  const units = proposed[key]
  const [first] = proposed.assets?.[key] ?? []
  return {
    ...assetDraftOf(asset),
    ...(asset !== null && first !== undefined && { registryId: first.assetId }),
    ...(asset !== null &&
      units !== undefined && { quantity: formatQuantity(units, (first ?? asset).decimals) }),
    account: draft[key],
  }
}

/** Of several instruments, which one account need not have, the ledger's check alone says whether they are there. */
export const limitsFor = (limits: AssetLimits, key: LegKey, { assets }: Proposed = {}): AssetLimits =>
  new Set(assets?.[key]?.map(({ assetId }) => assetId)).size > 1
    ? { ...limits, available: undefined }
    : limits

/** The legs that move securities. */
export const returnedLegs = (opening: Transfer): readonly LegKey[] =>
  LEG_KEYS.filter((key) => opening[OPENING[key]] !== null)

const DAY = 24 * 60 * 60

/**
 * The repurchase date as agreed; of an open repo, today or the first business day after.
 * `closingDay({ purchaseDate: '2026-11-20' }, '2026-11-20', TARGET)` → '2026-11-23'
 */
export function closingDay(
  { purchaseDate, repurchaseDate }: Pick<RepoTerms, 'purchaseDate' | 'repurchaseDate'>,
  today: string,
  calendar: Calendar,
): string {
  if (repurchaseDate !== undefined) return repurchaseDate
  return businessDayFrom(today > purchaseDate ? today : isoDayOf(midnightOf(purchaseDate) + DAY), calendar)
}

/** The terms of a valid closing, otherwise the errors by field. */
export function checkReturn(
  opening: Transfer,
  details: DeliveryDetails | undefined,
  draft: ReturnDraft,
  limits: Record<LegKey, AssetLimits>,
  proposed: Proposed = {},
): { terms?: TransferTerms; errors: ReturnErrors } {
  const legs = returnedLegs(opening).map((key) => ({
    key,
    ...checkAsset(returnedAsset(opening, draft, key, proposed), limits[key]),
  }))
  const repo = details?.repo
  const dateFault = draft.repurchaseDate === '' ? t('Form.required') : dayFault(draft.repurchaseDate)
  const price =
    repo === undefined || dateFault !== undefined || !isAfterPurchase(repo.purchaseDate, draft.repurchaseDate)
      ? undefined
      : (proposed.price ?? repurchasePrice(repo, draft.repurchaseDate))
  const fault = descriptionFault(draft.description)
  const errors: ReturnErrors = {
    ...Object.fromEntries(
      legs.filter(({ terms }) => terms === undefined).map((leg) => [leg.key, accountError(leg.errors)]),
    ),
    ...(repo !== undefined &&
      price === undefined && {
        repurchaseDate: dateFault ?? t('TransferForm.repurchase_too_early'),
      }),
    ...(fault !== undefined && { description: fault }),
  }
  if (Object.keys(errors).length > 0 || details === undefined) return { errors }
  return {
    errors,
    terms: {
      kind: repo === undefined ? 'SEC_LEND' : 'REPO',
      direction: opening.direction === 'DELIVER' ? 'RECEIVE' : 'DELIVER',
      counterpartyAddr: opening.counterpartyAddr,
      assets: Object.fromEntries(legs.map(({ key, terms }) => [key, terms])),
      description: draft.description.trim(),
      // The price includes interest up to this day, so it must not settle earlier.
      valueDate: repo === undefined ? undefined : Seconds.parse(midnightOf(draft.repurchaseDate)),
      repo:
        repo === undefined || price === undefined
          ? undefined
          : {
              terms: { ...repo, purchasePrice: price, repurchaseDate: draft.repurchaseDate },
              currency: details.cashCurrency ?? 'EUR',
            },
    },
  }
}

/** The quantity is what the deal still holds, so too large a quantity means the wrong account. */
const accountError = ({ account, quantity }: AssetErrors): string =>
  account ?? (quantity === undefined ? t('Form.required') : t('ConfirmForm.insufficient'))
