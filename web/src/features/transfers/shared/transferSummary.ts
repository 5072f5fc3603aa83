import { CASH_INSTRUMENT } from '@connex/protocol'
import type { Transfer } from '@connex/protocol'
import { formatCash, formatQuantity } from '../../../lib/format.ts'
import { shownIdentifier } from '../../../lib/instruments.ts'
import { t } from '../../../messages/t.ts'

/** `transferTitle(transfer, 'Baltic Trust Bank')` → 'Repo with Baltic Trust Bank' */
export const transferTitle = (transfer: Pick<Transfer, 'transferType'>, counterparty: string): string =>
  t('Transactions.with', { type: t(`TransferType.${transfer.transferType}`), counterparty })

/** What the viewer delivers or receives: securities of a register, documented cash, or nothing. */
export type TransferSide = {
  kind: 'securities' | 'cash'
  instrument: string
  /** A code rather than a name. */
  isCode: boolean
  account: string
  quantity: string
}

type Sided = Pick<
  Transfer,
  'deliver' | 'receive' | 'transferType' | 'direction' | 'cashQuantity' | 'cashCurrency'
>

/** `transferSide(repo, 'receive')` → { kind: 'cash', instrument: 'Cash Documented', account: '', quantity: '24,650,000.00 EUR' } */
export function transferSide(
  transfer: Sided,
  side: 'deliver' | 'receive',
  /** What an instrument is called, see useInstrumentNames. */
  nameOf = shownIdentifier,
): TransferSide | undefined {
  const asset = transfer[side]
  if (asset !== null) {
    const identifier = asset.identifier ?? ''
    const instrument = nameOf(identifier)
    return {
      kind: 'securities',
      instrument,
      isCode: instrument === shownIdentifier(identifier),
      account: asset.account ?? '',
      quantity: formatQuantity(asset.quantity, asset.decimals),
    }
  }
  const isAgainstCash = transfer.transferType === 'REPO' && side !== transfer.direction.toLowerCase()
  if (!isAgainstCash) return undefined
  // The amount is private: it is known to the parties alone, and once their servers have it.
  const { cashQuantity, cashCurrency } = transfer
  const quantity = cashQuantity === null ? '' : formatCash(cashQuantity, cashCurrency ?? '')
  return { kind: 'cash', instrument: CASH_INSTRUMENT, isCode: false, account: '', quantity }
}
