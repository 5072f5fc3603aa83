import type { Transfer } from '@connex/protocol'
import { assetDraftOf } from '../../shared/deal/AssetDraft.ts'
import type { RequestDraft } from './requestForm.ts'

/** A request as a form that asks for the same again. */
export const requestDraftOf = (
  request: Pick<Transfer, 'deliver' | 'receive' | 'description'>,
): RequestDraft => ({
  asset: assetDraftOf(request.deliver ?? request.receive),
  description: request.description ?? '',
})
