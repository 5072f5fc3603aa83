import { formatCash, formatQuantity, type Transfer, type TransferAsset } from '@connex/protocol'
import { pageLine } from '../../terminal/pageLine.ts'
import { shownIdentifier } from '../../terminal/shownIdentifier.ts'
import { table } from '../../terminal/table.ts'
import { stateText, typeTexts } from './transferTexts.ts'

type Row = Transfer & { custodian: string; counterparty: string }
type Shown = { items: readonly Row[]; totalItemCount: number; page: number }

export function showTransfers({ items, page, totalItemCount }: Shown): string {
  const shown = table(
    items,
    [
      { title: 'Delivery', of: ({ deliveryId }) => deliveryId },
      { title: 'Type', of: ({ transferType }) => typeTexts[transferType] },
      { title: 'State', of: stateText },
      { title: 'Custodian', of: ({ custodian }) => custodian },
      { title: 'Counterparty', of: ({ counterparty }) => counterparty },
      { title: 'Delivers', of: (row) => assetText(row, 'deliver'), isRight: true },
      { title: 'Receives', of: (row) => assetText(row, 'receive'), isRight: true },
      { title: 'Description', of: ({ description }) => description ?? '' },
    ],
    'There is no transfer that fits.',
  )
  return `${shown}\n\n${pageLine({ totalItemCount }, items.length, page)}`
}

/** One side: '1,000 of XS… in account 1001', or a repo's cash. */
export function assetText(transfer: Transfer, side: 'deliver' | 'receive'): string {
  const asset = transfer[side]
  if (asset !== null) return securities(asset)
  const { transferType, direction, cashQuantity, cashCurrency } = transfer
  const paysHere = (direction === 'DELIVER') === (side === 'receive')
  if (transferType !== 'REPO' || !paysHere) return ''
  return cashQuantity === null ? 'cash' : formatCash(cashQuantity, cashCurrency ?? '')
}

const securities = ({ quantity, decimals, identifier, account }: TransferAsset): string =>
  `${formatQuantity(quantity, decimals)} ${identifier === null ? 'unknown' : shownIdentifier(identifier)}${account === null ? '' : ` @${account}`}`
