// The form that closes a repo or a loan.
import {
  businessDayFrom,
  cashOf,
  isAfterPurchase,
  repurchasePrice,
  Seconds,
  type AccountNumber,
  type Address,
  type Calendar,
  type DeliveryDetails,
  type RepoTerms,
  type Transfer,
} from '@connex/protocol'
import { availableOf } from '@connex/protocol/deals'
import type { Asset, Deal, DealMove, DealPayment, InterestPayment, LotName } from '@connex/protocol/deals'
import { legThatBrought, returnAccount, type LoadedDeal } from '@connex/sdk'
import {
  checkAsset,
  type AssetDraft,
  type AssetErrors,
  type AssetLimits,
  type AssetTerms,
} from '../../../shared/deal/AssetDraft.ts'
import { dayFault, descriptionFault } from '../../../shared/deal/formChecks.ts'
import { formatQuantity, isoDayOf, midnightOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { TransferTerms } from '../create/transferDraft.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'

/** The fields of a return: its quantities, the accounts, a repo's interest and repurchase date, and the description. */
export type ReturnDraft = {
  /** As typed, by lot. A main lot that is missing goes back whole; collateral goes back as the protocol proposes. */
  quantities: Readonly<Record<LotName, string>>
  /** When a part of a repo pays its interest. */
  interest: InterestPayment
  /** Own accounts as chosen, by lot; or by `deliver` and `receive`, for all lots of that side. */
  accounts: Readonly<Record<LotName, string>>
  repurchaseDate: string
  description: string
}
export type ReturnErrors = Partial<Record<'repurchaseDate' | 'description', string>> & {
  /** By lot. */
  accounts?: Partial<Record<LotName, string>>
}

/** What of a lot leaves an own account, or enters one. */
export type OwnMove = {
  lot: LotName
  key: LegKey
  asset: Asset
  quantity: bigint
  registryManagerAddr: Address
  registrarAddr: Address
  /** Where it lies: what goes back came into this account, and what comes back left it. */
  account: AccountNumber | null
}

type Movement = Pick<DealMove, 'lot' | 'asset' | 'sender' | 'receiver' | 'quantity'>

/** What is delivered comes first. Without a proposal, everything that is not on its way back. */
export function ownMoves(
  loaded: LoadedDeal,
  own: Address,
  moves: readonly Movement[] = movesOfAll(loaded.deal),
): OwnMove[] {
  const found = moves.flatMap(({ lot, asset, quantity, sender, receiver }): OwnMove[] => {
    const leg = legThatBrought(lot, loaded)
    if (leg === undefined || (sender !== own && receiver !== own)) return []
    const { assetManagerAddr: registryManagerAddr, registrar: registrarAddr } = leg
    const account = returnAccount({ lot, sender }, loaded, own) ?? null
    const key = sender === own ? 'deliver' : 'receive'
    return [{ lot, key, asset, quantity, registryManagerAddr, registrarAddr, account }]
  })
  return LEG_KEYS.flatMap((side) => found.filter(({ key }) => key === side))
}

const movesOfAll = ({ lots }: Deal): Movement[] =>
  lots
    .filter((lot) => availableOf(lot) > 0n)
    .map((one) => ({ ...one, sender: one.holder, receiver: one.giver, quantity: availableOf(one) }))

/** What a move takes out of the chosen account, or brings into it. */
export const movedAsset = (
  { lot, key, asset, quantity, account }: OwnMove,
  { accounts }: Pick<ReturnDraft, 'accounts'>,
): AssetDraft => ({
  registryId: asset.assetId,
  account: accounts[lot] ?? accounts[key] ?? account,
  quantity: formatQuantity(quantity, asset.decimals),
})

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

/** A valid closing: the securities of each lot, in the chosen account. */
export type ReturnTerms = Omit<TransferTerms, 'assets'> & {
  moves: readonly { lot: LotName; key: LegKey; terms: AssetTerms }[]
}

type Checkable = {
  opening: Transfer
  /** Undefined while the private terms are not here. */
  details: DeliveryDetails | undefined
  moves: readonly { move: OwnMove; limits: AssetLimits }[]
  /** By the proposal, for a repo. */
  payment?: DealPayment | null | undefined
}

/** The terms of a valid closing, otherwise the errors by field. */
export function checkReturn(
  { opening, details, moves, payment }: Checkable,
  draft: ReturnDraft,
): { terms?: ReturnTerms; errors: ReturnErrors } {
  const checked = moves.map(({ move, limits }) => ({
    lot: move.lot,
    key: move.key,
    ...checkAsset(movedAsset(move, draft), limits),
  }))
  const repo = details?.repo
  const dateFault = draft.repurchaseDate === '' ? t('Form.required') : dayFault(draft.repurchaseDate)
  const price =
    repo === undefined || dateFault !== undefined || !isAfterPurchase(repo.purchaseDate, draft.repurchaseDate)
      ? undefined
      : (priceOf(payment) ?? repurchasePrice(repo, draft.repurchaseDate))
  const fault = descriptionFault(draft.description)
  const wrong = checked.filter(({ terms }) => terms === undefined)
  const errors: ReturnErrors = {
    ...(wrong.length > 0 && {
      accounts: Object.fromEntries(wrong.map((one) => [one.lot, accountError(one.errors)])),
    }),
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
      moves: checked.flatMap(({ lot, key, terms }) => (terms === undefined ? [] : [{ lot, key, terms }])),
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

const priceOf = (payment: DealPayment | null | undefined): string | undefined =>
  payment == null ? undefined : cashOf(payment.principal + (payment.interest ?? 0n))

/** The quantity is what the deal still holds, so too large a quantity means the wrong account. */
const accountError = ({ registryId, account, quantity }: AssetErrors): string =>
  registryId ?? account ?? (quantity === undefined ? t('Form.required') : t('ConfirmForm.insufficient'))
