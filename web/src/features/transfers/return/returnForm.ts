// The form that closes a repo or a loan.
import {
  businessDayFrom,
  isAfterPurchase,
  repurchasePrice,
  Seconds,
  type DeliveryDetails,
  type RepoTerms,
  type Transfer,
} from '@connex/protocol'
import {
  checkAsset,
  assetDraftOf,
  type AssetDraft,
  type AssetErrors,
  type AssetLimits,
} from '../../../shared/deal/AssetDraft.ts'
import { dayFault, descriptionFault } from '../../../shared/deal/formChecks.ts'
import { isoDayOf, midnightOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { TransferTerms } from '../create/transferDraft.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'

/** The fields of a closing: the accounts, a repo's repurchase date, and the description. */
export type ReturnDraft = {
  deliver: string | null
  receive: string | null
  repurchaseDate: string
  description: string
}
export type ReturnErrors = Partial<Record<keyof ReturnDraft, string>>

/** A closing delivers what the opening received, and receives what it delivered. */
const OPENING = { deliver: 'receive', receive: 'deliver' } as const

/** The securities of one leg of the closing, in the chosen account. */
export const returnedAsset = (
  opening: Transfer,
  draft: Pick<ReturnDraft, LegKey>,
  key: LegKey,
): AssetDraft => ({
  ...assetDraftOf(opening[OPENING[key]]),
  account: draft[key],
})

/** The legs that move securities. */
export const returnedLegs = (opening: Transfer): readonly LegKey[] =>
  LEG_KEYS.filter((key) => opening[OPENING[key]] !== null)

const DAY = 24 * 60 * 60

/**
 * The repurchase date as agreed; of an open repo, today or the first business day after.
 * `closingDay({ purchaseDate: '2026-11-20' }, '2026-11-20')` → '2026-11-23'
 */
export function closingDay(
  { purchaseDate, repurchaseDate }: Pick<RepoTerms, 'purchaseDate' | 'repurchaseDate'>,
  today: string,
): string {
  if (repurchaseDate !== undefined) return repurchaseDate
  return businessDayFrom(today > purchaseDate ? today : isoDayOf(midnightOf(purchaseDate) + DAY))
}

/** The terms of a valid closing, otherwise the errors by field. */
export function checkReturn(
  opening: Transfer,
  details: DeliveryDetails | undefined,
  draft: ReturnDraft,
  limits: Record<LegKey, AssetLimits>,
): { terms?: TransferTerms; errors: ReturnErrors } {
  const legs = returnedLegs(opening).map((key) => ({
    key,
    ...checkAsset(returnedAsset(opening, draft, key), limits[key]),
  }))
  const repo = details?.repo
  const dateFault = draft.repurchaseDate === '' ? t('Form.required') : dayFault(draft.repurchaseDate)
  const price =
    repo === undefined || dateFault !== undefined || !isAfterPurchase(repo.purchaseDate, draft.repurchaseDate)
      ? undefined
      : repurchasePrice(repo, draft.repurchaseDate)
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

/** The quantity is the opening's, so too large a quantity means the wrong account. */
const accountError = ({ account, quantity }: AssetErrors): string =>
  account ?? (quantity === undefined ? t('Form.required') : t('ConfirmForm.insufficient'))
