// The form of a transfer: its draft, and the terms that come of it.
import {
  businessDayFrom,
  isAfterPurchase,
  RepoTerms,
  Seconds,
  TARGET,
  type Address,
  type Currency,
  type CustodianKey,
  type Direction,
  type TransferKind,
} from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import {
  checkAsset,
  emptyAsset,
  quantityFaultText,
  typedErrors,
  type AssetDraft,
  type AssetErrors,
  type AssetLimits,
  type AssetTerms,
} from '../../../shared/deal/AssetDraft.ts'
import { dayFault, descriptionFault } from '../../../shared/deal/formChecks.ts'
import { midnightOf, parseCash } from '../../../lib/format.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { legKeysOf } from '../shared/transferKinds.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import type { MoreDraft, MoreErrors, MoreTerms } from '../terms/moreTerms.ts'

addMessages(transferForms)

/** The fields as typed. A kind ignores those that it does not use. */
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
  /** Null while no optional term is filled in. */
  more: MoreDraft | null
}

/** The own legs of a kind: both of a loan, otherwise the one of its direction. */
export function ownLegsOf({ kind, direction }: Pick<TransferDraft, 'kind' | 'direction'>): readonly LegKey[] {
  const keys = legKeysOf({ direction })
  return kind === 'SEC_LEND' ? keys : keys.slice(0, 1)
}

/** A single custodian is preselected. */
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
  purchaseDate: businessDayFrom(today, TARGET),
  repurchaseDate: '',
  more: null,
})

export type TransferErrors = Partial<Record<Exclude<keyof TransferDraft, LegKey | 'more'>, string>> &
  Partial<Record<LegKey, AssetErrors>> & { more?: MoreErrors }

/** The props of every part of the form. */
export type TransferFieldsProps = {
  draft: TransferDraft
  errors: TransferErrors
  isDisabled: boolean
  onChange: (part: Partial<TransferDraft>) => void
}

export type TransferTerms = MoreTerms & {
  kind: TransferKind
  direction: Direction
  counterpartyAddr: Address
  /** Of the own legs: see `ownLegsOf`. */
  assets: Partial<Record<LegKey, AssetTerms>>
  description: string
  valueDate: Seconds | undefined
  repo: { terms: RepoTerms; currency: Currency } | undefined
}

/** `today`: 'YYYY-MM-DD' in UTC. */
export type TransferLimits = Record<LegKey, AssetLimits> & { today: string }

/** The optional terms, or what is wrong with them. */
export type CheckedMore = { terms?: MoreTerms; errors: MoreErrors }

export const NO_MORE: CheckedMore = { terms: {}, errors: {} }

type Checked = { terms?: TransferTerms; errors: TransferErrors }

/** The terms of a valid draft, otherwise the errors by field. `more`: undefined while they cannot be checked. */
export function checkTransfer(
  draft: TransferDraft,
  limits: TransferLimits,
  more: CheckedMore | undefined = draft.more === null ? NO_MORE : undefined,
): Checked {
  const legs = ownLegsOf(draft).map((key) => ({ key, ...checkAsset(draft[key], limits[key]) }))
  const repo = draft.kind === 'REPO' ? checkRepo(draft, limits.today) : undefined
  // A repo has its purchase date instead.
  const dateFault = draft.kind === 'REPO' ? undefined : dayFault(draft.valueDate, limits.today)
  const errors: TransferErrors = {
    ...requiredErrors(draft),
    ...Object.fromEntries(
      legs.filter(({ terms }) => terms === undefined).map((leg) => [leg.key, leg.errors]),
    ),
    ...(dateFault !== undefined && { valueDate: dateFault }),
    ...repo?.errors,
    ...(more && !more.terms && { more: more.errors }),
  }
  if (Object.keys(errors).length > 0 || draft.kind === null || more?.terms === undefined) return { errors }
  // A repo must not settle before its purchase date.
  const valueDate = draft.kind === 'REPO' ? draft.purchaseDate : draft.valueDate
  return {
    errors,
    terms: {
      ...more.terms,
      kind: draft.kind,
      direction: draft.direction,
      // An option of the server's list, so it is an address.
      counterpartyAddr: draft.counterpartyAddr as Address,
      assets: Object.fromEntries(legs.map(({ key, terms }) => [key, terms])),
      description: draft.description.trim(),
      valueDate: valueDate === '' ? undefined : Seconds.parse(midnightOf(valueDate)),
      repo: repo?.terms && { terms: repo.terms, currency: draft.cashCurrency },
    },
  }
}

function requiredErrors(draft: TransferDraft): TransferErrors {
  const missing = (['kind', 'custodianKey', 'counterpartyAddr'] as const).filter(
    (name) => draft[name] === null,
  )
  const description = descriptionFault(draft.description)
  return {
    ...Object.fromEntries(missing.map((name) => [name, t('Form.required')])),
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
    ...(fault !== undefined && { cashQuantity: cashText(fault) }),
    ...(!rate.success && { rate: t(draft.rate.trim() === '' ? 'Form.required' : 'DealForm.invalid_rate') }),
    ...(purchaseFault !== undefined && { purchaseDate: purchaseFault }),
    ...(repurchaseFault !== undefined && { repurchaseDate: repurchaseFault }),
  }
  if (Object.keys(errors).length > 0 || cash === undefined || !rate.success) return { errors }
  const repurchase = repurchaseDate === '' ? {} : { repurchaseDate }
  return { errors, terms: { purchaseDate, purchasePrice: cash, rate: rate.data, dayCount, ...repurchase } }
}

const tooEarly = (purchaseDate: string, repurchaseDate: string): string | undefined =>
  repurchaseDate === '' || isAfterPurchase(purchaseDate, repurchaseDate)
    ? undefined
    : t('TransferForm.repurchase_too_early')

const CASH_DECIMALS = 2
const cashText = (fault: Parameters<typeof quantityFaultText>[0]) =>
  fault === 'tooPrecise' ? t('DealForm.too_precise_cash') : quantityFaultText(fault, CASH_DECIMALS)

/** Before the first submit, only fields with content show their errors. */
export function liveErrors(draft: TransferDraft, errors: TransferErrors): TransferErrors {
  const typed = (
    ['valueDate', 'cashQuantity', 'rate', 'purchaseDate', 'repurchaseDate', 'description'] as const
  ).filter((name) => draft[name].trim() !== '')
  return {
    ...Object.fromEntries(typed.map((name) => [name, errors[name]])),
    deliver: typedErrors(draft.deliver, errors.deliver ?? {}),
    receive: typedErrors(draft.receive, errors.receive ?? {}),
    more: Object.fromEntries(
      Object.entries(errors.more ?? {}).filter(([name]) => draft.more?.[name as keyof MoreDraft] !== ''),
    ),
  }
}
