import {
  checkAsset,
  type AssetDraft,
  type AssetErrors,
  type AssetLimits,
  type AssetTerms,
} from '../../lib/deal/AssetDraft.ts'
import { descriptionFault } from '../../lib/deal/descriptionFault.ts'

export type RequestDraft = { asset: AssetDraft; description: string }
export type RequestErrors = { asset?: AssetErrors; description?: string }
export type RequestTerms = AssetTerms & { description: string }

/** Checks a mint or burn request: its terms where all is well, else what is wrong by field. */
export function checkRequest(
  { asset, description }: RequestDraft,
  limits: AssetLimits,
): { terms?: RequestTerms; errors: RequestErrors } {
  const checked = checkAsset(asset, limits)
  const fault = descriptionFault(description)
  const errors: RequestErrors = {
    ...(checked.terms === undefined && { asset: checked.errors }),
    ...(fault !== undefined && { description: fault }),
  }
  if (checked.terms === undefined || errors.description !== undefined) return { errors }
  return { errors, terms: { ...checked.terms, description: description.trim() } }
}
