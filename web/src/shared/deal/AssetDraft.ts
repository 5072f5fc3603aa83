import { AccountNumber } from '@connex/protocol'
import type { RegistryId, TransferAsset } from '@connex/protocol'
import { formatQuantity, parseQuantity } from '../../lib/format.ts'
import type { QuantityFault } from '../../lib/format.ts'
import { dealForms } from '../../messages/en/dealForms.ts'
import { deals } from '../../messages/en/deals.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(deals)
addMessages(dealForms)

/** Securities in an account of one's own, as far as they are filled in. */
export type AssetDraft = { registryId: string | null; account: string | null; quantity: string }

export type AssetErrors = Partial<Record<keyof AssetDraft, string>>

/** What a draft is checked against, as far as it is known for what is chosen. */
export type AssetLimits = {
  decimals: number
  /** The free quantity of the chosen account, for what one delivers. */
  available: bigint | undefined
  /** Its registry is suspended: nothing of it moves. */
  isSuspended?: boolean
}

export type AssetTerms = { registryId: RegistryId; account: AccountNumber; quantity: bigint }

export const emptyAsset: AssetDraft = { registryId: null, account: null, quantity: '' }

/** The terms where all is well, else what is wrong by field. */
export function checkAsset(
  { registryId, account, quantity }: AssetDraft,
  { decimals, available, isSuspended = false }: AssetLimits,
): { terms?: AssetTerms; errors: AssetErrors } {
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
  // It was chosen from a list of the server, so it is what it seems.
  return { errors, terms: { registryId: registryId as RegistryId, account: number.data, quantity: units } }
}

/** Why the form cannot be submitted, whatever else is filled in; undefined if it can. */
export const suspensionOf = (limits: readonly AssetLimits[]): string | undefined =>
  limits.some(({ isSuspended }) => isSuspended === true) ? t('DealForm.suspended') : undefined

/** While typing only what was typed is checked; what is still empty is asked for when one wants to go on. */
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

/** One side of a transfer that there is, as a form's fields. */
export const assetDraftOf = (asset: TransferAsset | null): AssetDraft =>
  asset === null
    ? emptyAsset
    : {
        registryId: asset.registryId,
        account: asset.account,
        quantity: formatQuantity(asset.quantity, asset.decimals),
      }
