// What a form needs of a transfer before there is one: its kinds and its legs.
import type { Transfer, TransferKind } from '@connex/protocol'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'

const KINDS: Record<TransferKind, true> = { FOP: true, REPO: true, SEC_LEND: true }

/** The kinds of transfers that the Transactions screen lists and creates; mint and burn requests have screens of their own. */
export const TRANSFER_KINDS = Object.keys(KINDS) as TransferKind[]

/** What the tenant delivers, and what it receives. */
export const LEG_KEYS = ['deliver', 'receive'] as const satisfies readonly LegKey[]

/** The transfer's own direction first. `legKeysOf({ direction: 'RECEIVE' })` → ['receive', 'deliver'] */
export const legKeysOf = ({ direction }: Pick<Transfer, 'direction'>): readonly LegKey[] =>
  direction === 'DELIVER' ? LEG_KEYS : LEG_KEYS.toReversed()
