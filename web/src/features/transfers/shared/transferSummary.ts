// A transfer in a row: its title and its two legs.
import { CASH_INSTRUMENT, cashSideOf, isExpired, type Transfer, type TransferType } from '@connex/protocol'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { transferLabel } from '../../../shared/desk/transferLabel.ts'
import { formatCash, formatQuantity, formatUtcDay } from '../../../lib/format.ts'
import { instrumentName, shownIdentifier, spokenIdentifier } from '../../../lib/identifiers.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { TRANSFER_KINDS } from './transferKinds.ts'

addMessages(transactions)

const isRequest = (type: TransferType): boolean => !TRANSFER_KINDS.some((kind) => kind === type)

/** `transferTitle(transfer, 'Baltic Trust Bank')` → 'Repo with Baltic Trust Bank' */
export const transferTitle = (
  transfer: Pick<Transfer, 'transferType' | 'dealEvent' | 'isCashOnly'>,
  counterparty: string,
): string =>
  t(isRequest(transfer.transferType) ? 'Transactions.request_to' : 'Transactions.with', {
    type: transferLabel(transfer),
    counterparty,
  })

/** One leg as a person reads it: securities of a registry, or documented cash. */
export type TransferLeg = {
  kind: 'securities' | 'cash'
  instrument: string
  /** The instrument is shown by its code, not its name. */
  isCode: boolean
  account: string
  quantity: string
}

type WithLegs = Pick<Transfer, 'deliver' | 'receive' | 'legs' | 'direction' | 'cashQuantity' | 'cashCurrency'>

/**
 * One leg of a transfer; undefined where it has none.
 *
 * @example
 * transferLeg(repo, 'receive') // { kind: 'cash', instrument: 'Cash Documented', account: '', quantity: 'EUR 24,650,000.00', … }
 */
export function transferLeg(transfer: WithLegs, key: LegKey): TransferLeg | undefined {
  const asset = transfer[key]
  if (asset !== null) {
    const identifier = asset.identifier ?? ''
    const instrument = spokenIdentifier(identifier, asset.label)
    return {
      kind: 'securities',
      instrument,
      isCode: instrument === shownIdentifier(identifier),
      account: asset.account ?? '',
      quantity: formatQuantity(asset.quantity, asset.decimals),
    }
  }
  return cashSideOf(transfer) === key ? cashLeg(transfer) : undefined
}

/** What moves on one side: '1,000', 'EUR 500.00', or both where cash goes the way of securities. */
export function quantityText(transfer: WithLegs, key: LegKey): string {
  const quantity = transferLeg(transfer, key)?.quantity ?? ''
  const hasBoth = transfer[key] !== null && cashSideOf(transfer) === key
  return hasBoth ? `${quantity} + ${cashLeg(transfer).quantity || CASH_INSTRUMENT}` : quantity
}

/** The documented cash of a transfer that has any. */
export function cashLeg({
  cashQuantity,
  cashCurrency,
}: Pick<Transfer, 'cashQuantity' | 'cashCurrency'>): TransferLeg {
  // The amount is private: only the parties' servers have it.
  const quantity = cashQuantity === null ? '' : formatCash(cashQuantity, cashCurrency ?? '')
  return { kind: 'cash', instrument: CASH_INSTRUMENT, isCode: false, account: '', quantity }
}

/**
 * From an identifier of the transfer to its name in a sentence: its legs do not contain the labels.
 *
 * @example
 * instrumentNames(transfer)('DE000A2LQ5M4') // 'Hafenbank 2029 (DE000A2LQ5M4)'
 */
export const instrumentNames =
  ({ deliver, receive }: Pick<Transfer, 'deliver' | 'receive'>) =>
  (identifier: string): string =>
    instrumentName(identifier, [deliver, receive].find((asset) => asset?.identifier === identifier)?.label)

/** Neither settled nor canceled. */
export const isOpen = ({ deliveryState }: Pick<Transfer, 'deliveryState'>): boolean =>
  deliveryState !== 'SETTLED' && deliveryState !== 'CANCELED'

/** 'Expires 20 Feb 2027'; nothing once the transfer has ended. */
export const expiryText = (transfer: Pick<Transfer, 'expiresAt' | 'deliveryState'>): string =>
  isOpen(transfer)
    ? t(isExpired(transfer) ? 'Transactions.expired_on' : 'Transactions.expires_on', {
        day: formatUtcDay(transfer.expiresAt),
      })
    : ''
