import { businessDayFrom, RepoTerms, Seconds } from '@connex/protocol'
import type { Address, Currency, CustodianKey, Direction } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { checkAsset, emptyAsset, faultWords, typedErrors } from '../../../shared/deal/AssetDraft.ts'
import type { AssetDraft, AssetErrors, AssetLimits, AssetTerms } from '../../../shared/deal/AssetDraft.ts'
import { dayFault, descriptionFault } from '../../../shared/deal/formChecks.ts'
import type { Side } from '../../../shared/deal/useAssetChoices.ts'
import { midnightOf, parseCash } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'

export const TRANSFER_KINDS = ['FOP', 'REPO', 'SEC_LEND'] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** What has been filled in so far, as it stands in the fields; what a kind does not ask for is left alone. */
export type TransferDraft = {
  kind: TransferKind | null
  direction: Direction
  custodianKey: CustodianKey | null
  counterpartyAddr: string | null
  deliver: AssetDraft
  receive: AssetDraft
  description: string
  /** 'YYYY-MM-DD' or empty, as the other days. */
  valueDate: string
  cashQuantity: string
  cashCurrency: Currency
  rate: string
  dayCount: RepoTerms['dayCount']
  purchaseDate: string
  repurchaseDate: string
}

/** Which side of one's own a kind asks for: a loan both, the others the one that its direction names. */
export function sidesOf({ kind, direction }: Pick<TransferDraft, 'kind' | 'direction'>): readonly Side[] {
  if (kind === 'SEC_LEND') return direction === 'DELIVER' ? ['deliver', 'receive'] : ['receive', 'deliver']
  return [direction === 'DELIVER' ? 'deliver' : 'receive']
}

/** With one custodian there is nothing to choose. */
export const emptyDraft = (custodians: readonly Custodian[], today: string): TransferDraft => ({
  kind: null,
  direction: 'DELIVER',
  custodianKey: custodians.length === 1 ? (custodians[0]?.key ?? null) : null,
  counterpartyAddr: null,
  deliver: emptyAsset,
  receive: emptyAsset,
  description: '',
  valueDate: '',
  cashQuantity: '',
  cashCurrency: 'EUR',
  rate: '',
  dayCount: 'ACT/360',
  purchaseDate: businessDayFrom(today),
  repurchaseDate: '',
})

export type TransferErrors = Partial<Record<Exclude<keyof TransferDraft, Side>, string>> &
  Partial<Record<Side, AssetErrors>>

export type TransferTerms = {
  kind: TransferKind
  direction: Direction
  counterpartyAddr: Address
  /** Of one's own: both for a loan, the one that is asked for otherwise. */
  assets: Partial<Record<Side, AssetTerms>>
  description: string
  valueDate: Seconds | undefined
  repo: { terms: RepoTerms; currency: Currency } | undefined
}

/** `today`: 'YYYY-MM-DD' in UTC. */
export type TransferLimits = Record<Side, AssetLimits> & { today: string }

type Checked = { terms?: TransferTerms; errors: TransferErrors }

/** Checks a draft: the terms where all is well, else what is wrong by field. */
export function checkTransfer(draft: TransferDraft, limits: TransferLimits): Checked {
  const sides = sidesOf(draft).map((side) => ({ side, ...checkAsset(draft[side], limits[side]) }))
  const repo = draft.kind === 'REPO' ? checkRepo(draft, limits.today) : undefined
  // A repo has dates of its own in its place.
  const dateFault = draft.kind === 'REPO' ? undefined : dayFault(draft.valueDate, limits.today)
  const errors: TransferErrors = {
    ...requiredErrors(draft),
    ...Object.fromEntries(
      sides.filter((one) => one.terms === undefined).map((one) => [one.side, one.errors]),
    ),
    ...(dateFault !== undefined && { valueDate: dateFault }),
    ...repo?.errors,
  }
  if (Object.keys(errors).length > 0 || draft.kind === null) return { errors }
  // What settles a repo may not come before its purchase date.
  const valueDate = draft.kind === 'REPO' ? draft.purchaseDate : draft.valueDate
  return {
    errors,
    terms: {
      kind: draft.kind,
      direction: draft.direction,
      // Chosen from a list of the server, so it is what it seems.
      counterpartyAddr: draft.counterpartyAddr as Address,
      assets: Object.fromEntries(sides.map(({ side, terms }) => [side, terms])),
      description: draft.description.trim(),
      valueDate: valueDate === '' ? undefined : Seconds.parse(midnightOf(valueDate)),
      repo: repo?.terms && { terms: repo.terms, currency: draft.cashCurrency },
    },
  }
}

function requiredErrors(draft: TransferDraft): TransferErrors {
  const required = t('Form.required')
  const description = descriptionFault(draft.description)
  return {
    ...(draft.kind === null && { kind: required }),
    ...(draft.custodianKey === null && { custodianKey: required }),
    ...(draft.counterpartyAddr === null && { counterpartyAddr: required }),
    ...(description !== undefined && { description }),
  }
}

/** A repo's private terms. Its cash has two decimals, whatever the instrument's. */
function checkRepo(draft: TransferDraft, today: string): { terms?: RepoTerms; errors: TransferErrors } {
  const { purchaseDate, repurchaseDate, dayCount } = draft
  const { cash, fault } = parseCash(draft.cashQuantity)
  const rate = RepoTerms.shape.rate.safeParse(draft.rate.trim())
  const purchaseFault = purchaseDate === '' ? t('Form.required') : dayFault(purchaseDate, today)
  const repurchaseFault = dayFault(repurchaseDate) ?? tooEarly(purchaseDate, repurchaseDate)
  const errors: TransferErrors = {
    ...(fault !== undefined && { cashQuantity: cashWords(fault) }),
    ...(!rate.success && { rate: t(draft.rate.trim() === '' ? 'Form.required' : 'DealForm.invalid_rate') }),
    ...(purchaseFault !== undefined && { purchaseDate: purchaseFault }),
    ...(repurchaseFault !== undefined && { repurchaseDate: repurchaseFault }),
  }
  if (Object.keys(errors).length > 0 || cash === undefined || !rate.success) return { errors }
  const repurchase = repurchaseDate === '' ? {} : { repurchaseDate }
  return { errors, terms: { purchaseDate, purchasePrice: cash, rate: rate.data, dayCount, ...repurchase } }
}

const tooEarly = (purchaseDate: string, repurchaseDate: string): string | undefined =>
  repurchaseDate !== '' && repurchaseDate <= purchaseDate ? t('TransferForm.repurchase_too_early') : undefined

const CASH_DECIMALS = 2
const cashWords = (fault: Parameters<typeof faultWords>[0]) =>
  fault === 'tooPrecise' ? t('DealForm.too_precise_cash') : faultWords(fault, CASH_DECIMALS)

/** While typing only what was typed is checked; what is still empty is asked for when one wants to go on. */
export function liveErrors(draft: TransferDraft, errors: TransferErrors): TransferErrors {
  const typed = (
    ['valueDate', 'cashQuantity', 'rate', 'purchaseDate', 'repurchaseDate', 'description'] as const
  ).filter((name) => draft[name].trim() !== '' && errors[name] !== undefined)
  return {
    ...Object.fromEntries(typed.map((name) => [name, errors[name]])),
    deliver: typedErrors(draft.deliver, errors.deliver ?? {}),
    receive: typedErrors(draft.receive, errors.receive ?? {}),
  }
}
