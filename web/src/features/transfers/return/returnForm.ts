import {
  businessDayFrom,
  repurchasePrice,
  Seconds,
  type DeliveryDetails,
  type RepoTerms,
  type Transfer,
} from '@connex/protocol'
import { assetDraftOf, checkAsset } from '../../../shared/deal/AssetDraft.ts'
import type { AssetErrors, AssetLimits } from '../../../shared/deal/AssetDraft.ts'
import { dayFault, descriptionFault } from '../../../shared/deal/formChecks.ts'
import type { Side } from '../../../shared/deal/useAssetChoices.ts'
import { isoDayOf, midnightOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { TransferTerms } from '../create/transferDraft.ts'

/** What a closing asks for: accounts, of a repo the day, and a description. */
export type ReturnDraft = {
  deliver: string | null
  receive: string | null
  repurchaseDate: string
  description: string
}
export type ReturnErrors = Partial<Record<keyof ReturnDraft, string>>

const SIDES = ['deliver', 'receive'] as const
/** What was received goes back, what was delivered comes back. */
const OPENED = { deliver: 'receive', receive: 'deliver' } as const

/** The securities that a closing moves on one side, in the account that is chosen for it. */
export const returnedAsset = (opening: Transfer, draft: Pick<ReturnDraft, Side>, side: Side) => ({
  ...assetDraftOf(opening[OPENED[side]]),
  account: draft[side],
})

export const returnedSides = (opening: Transfer): readonly Side[] =>
  SIDES.filter((side) => opening[OPENED[side]] !== null)

const DAY = 24 * 60 * 60

/** The day on which a repo is bought back as far as anybody has said: an open one today, or on the first business day after.
 * `closingDay({ purchaseDate: '2026-11-20' }, '2026-11-20')` → '2026-11-23' */
export function closingDay(
  { purchaseDate, repurchaseDate }: Pick<RepoTerms, 'purchaseDate' | 'repurchaseDate'>,
  today: string,
): string {
  if (repurchaseDate !== undefined) return repurchaseDate
  return businessDayFrom(today > purchaseDate ? today : isoDayOf(midnightOf(purchaseDate) + DAY))
}

/** Checks a closing: the terms of the delivery that it makes, else what is wrong by field. */
export function checkReturn(
  opening: Transfer,
  details: DeliveryDetails | undefined,
  draft: ReturnDraft,
  limits: Record<Side, AssetLimits>,
): { terms?: TransferTerms; errors: ReturnErrors } {
  const sides = returnedSides(opening).map((side) => ({
    side,
    ...checkAsset(returnedAsset(opening, draft, side), limits[side]),
  }))
  const repo = details?.repo
  const dateFault = draft.repurchaseDate === '' ? t('Form.required') : dayFault(draft.repurchaseDate)
  const price =
    repo === undefined || dateFault !== undefined || draft.repurchaseDate <= repo.purchaseDate
      ? undefined
      : repurchasePrice(repo, draft.repurchaseDate)
  const fault = descriptionFault(draft.description)
  const errors: ReturnErrors = {
    ...Object.fromEntries(
      sides.filter((one) => one.terms === undefined).map((one) => [one.side, accountWords(one.errors)]),
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
      assets: Object.fromEntries(sides.map(({ side, terms }) => [side, terms])),
      description: draft.description.trim(),
      // The price holds the interest up to this day: no earlier day may settle it.
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

/** The quantity is the opening's: where it is too much, the account is the wrong one. */
const accountWords = ({ account, quantity }: AssetErrors): string =>
  account ?? (quantity === undefined ? t('Form.required') : t('ConfirmForm.insufficient'))
