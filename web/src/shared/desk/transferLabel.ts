// What a transfer is called, alike in every list: by its type, as an event of a deal, or as a payment alone.
import type { Transfer } from '@connex/protocol'
import { eventLabel } from '@connex/protocol/deals'
import { t } from '../../messages/t.ts'

/** What the name of a transfer depends on. */
export type Labeled = Pick<Transfer, 'transferType' | 'dealEvent' | 'isCashOnly'>

/** `transferLabel(closing)` → 'Return of a repo'; an opening is a 'Repo' */
export const transferLabel = (transfer: Labeled): string =>
  eventLabel(transfer) ?? t(`TransferType.${transfer.transferType}`)

/** A custodian's name; a payment has none. */
export const custodianText = ({ isCashOnly }: Pick<Transfer, 'isCashOnly'>, name: string): string =>
  isCashOnly ? '–' : name
