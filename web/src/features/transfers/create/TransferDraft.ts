import {
  businessDayFrom,
  type Currency,
  type CustodianKey,
  type Direction,
  type RepoTerms,
} from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { emptyAsset, type AssetDraft } from '../../../lib/deal/AssetDraft.ts'
import type { Side } from '../../../lib/deal/useAssetChoices.ts'

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
