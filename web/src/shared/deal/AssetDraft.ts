import { AccountNumber } from '@connex/protocol'
import type { RegistryId, TransferAsset } from '@connex/protocol'
import { formatQuantity, parseQuantity } from '../../lib/format.ts'
import type { QuantityFault } from '../../lib/format.ts'
import { dealForms } from '../../messages/en/dealForms.ts'
import { deals } from '../../messages/en/deals.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(deals)
addMessages(dealForms)

/** Securities in an own account, as far as the form is filled in. */
export type AssetDraft = { registryId: string | null; account: string | null; quantity: string }

export type AssetErrors = Partial<Record<keyof AssetDraft, string>>

/** The limits of a draft, as far as they are known for the chosen instrument and account. */
export type AssetLimits = {
  decimals: number
  /** The available quantity in the chosen account; undefined to receive. */
  available: bigint | undefined
  /** The chosen instrument is in no list that was read: nobody knows its decimals, so no quantity can be read. */
  isUnknown?: boolean
  /** The registry is suspended: nothing in it moves. */
  isSuspended?: boolean
}

export type AssetTerms = { registryId: RegistryId; account: AccountNumber; quantity: bigint }

export const emptyAsset: AssetDraft = { registryId: null, account: null, quantity: '' }

/** The terms of a valid draft, or the errors by field. */
export function checkAsset(
  { registryId, account, quantity }: AssetDraft,
  { decimals, available, isUnknown = false, isSuspended = false }: AssetLimits,
): { terms?: AssetTerms; errors: AssetErrors } {
  if (isUnknown) return { errors: { registryId: t('DealForm.positions_failure') } }
  const required = t('Form.required')
  const { units, fault } = parseQuantity(quantity, decimals)
  const errors: AssetErrors = {
    ...(registryId === null && { registryId: required }),
    ...(isSuspended && { registryId: t('DealForm.suspended') }),
    ...(account === null && { account: required }),
    ...(available === 0n && { account: t('Deal.no_positions') }),
    ...(fault !== undefined && { quantity: quantityFaultText(fault, decimals) }),
    ...(units !== undefined &&
      available !== undefined &&
      units > available && {
        quantity: t('Form.maximum_quantity', { max: formatQuantity(available, decimals) }),
      }),
  }
  const number = AccountNumber.safeParse(account)
  if (Object.keys(errors).length > 0 || units === undefined || !number.success) return { errors }
  // The id was chosen from a list of the server, so it is valid.
  return { errors, terms: { registryId: registryId as RegistryId, account: number.data, quantity: units } }
}

/** Why the form cannot be submitted at all; undefined if it can. */
export const suspensionOf = (limits: readonly AssetLimits[]): string | undefined =>
  limits.some(({ isSuspended }) => isSuspended === true) ? t('DealForm.suspended') : undefined

/** The errors of filled-in fields. Empty ones are reported once the user submits. */
export const typedErrors = (draft: AssetDraft, errors: AssetErrors): AssetErrors => ({
  ...(draft.registryId !== null && errors.registryId !== undefined && { registryId: errors.registryId }),
  ...(draft.account !== null && errors.account !== undefined && { account: errors.account }),
  ...(draft.quantity !== '' && errors.quantity !== undefined && { quantity: errors.quantity }),
})

export function quantityFaultText(fault: QuantityFault, decimals: number): string {
  if (fault === 'missing') return t('Form.required')
  if (fault === 'notPositive') return t('DealForm.not_positive')
  if (fault === 'malformed') return t('DealForm.invalid_quantity')
  return decimals === 0 ? t('DealForm.too_precise_none') : t('DealForm.too_precise', { count: decimals })
}

/** The asset of an existing transfer, as a form's fields. */
export const assetDraftOf = (asset: TransferAsset | null): AssetDraft =>
  asset === null
    ? emptyAsset
    : {
        registryId: asset.registryId,
        account: asset.account,
        quantity: formatQuantity(asset.quantity, asset.decimals),
      }
