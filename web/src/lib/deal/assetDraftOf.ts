import type { TransferAsset } from '@connex/protocol'
import { formatQuantity } from '../quantity.ts'
import { emptyAsset, type AssetDraft } from './AssetDraft.ts'

/** One side of a transfer that there is, as a form's fields. */
export const assetDraftOf = (asset: TransferAsset | null): AssetDraft =>
  asset === null
    ? emptyAsset
    : {
        registryId: asset.registryId,
        account: asset.account,
        quantity: formatQuantity(asset.quantity, asset.decimals),
      }
