// What a file of transactions has where one column of the table would mix two values; imported with the first export.
import { cashSideOf, repurchasePrice, type Transfer } from '@connex/protocol'
import { formatCash, formatIsoDay } from '../../../lib/format.ts'
import type { ExportedColumn } from '../../../lib/table/Column.ts'
import { exportedTransfers } from '../../../messages/en/table/exportedTransfers.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'
import { legAccountName } from '../shared/legAccounts.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { transferLeg } from '../shared/transferSummary.ts'

addMessages(exportedTransfers)

type Columns = ExportedColumn<Transfer>[]

/** The identifier of a leg's instrument, a private one's too, and the issuer's name for it. */
export const exportedInstrument = (key: LegKey): Columns => [
  {
    header: t(`Transactions.${key}_instrument`),
    text: (transfer) =>
      transfer[key] === null
        ? (transferLeg(transfer, key)?.instrument ?? '')
        : (transfer[key].identifier ?? ''),
  },
  { header: t(`ExportedTransfers.${key}_name`), text: (transfer) => transfer[key]?.label ?? '' },
]

/** The tenant's own account of a leg, and its name for it. */
export const exportedAccount = (key: LegKey, accountName: AccountNames): Columns => [
  {
    header: t(`Transactions.${key}_account`),
    text: (transfer) => transferLeg(transfer, key)?.account ?? '',
  },
  {
    header: t(`ExportedTransfers.${key}_account_name`),
    text: (transfer) => legAccountName(accountName, transfer, key) ?? '',
  },
]

/** A quantity of securities, or an amount of cash with its currency beside it. */
export const exportedQuantity = (key: LegKey): Columns => [
  {
    header: t(`Transactions.${key}_quantity`),
    text: (transfer) => (transfer[key] === null ? '' : (transferLeg(transfer, key)?.quantity ?? '')),
    isNumeric: true,
  },
  {
    header: t(`ExportedTransfers.${key}_cash`),
    text: (transfer) => (hasCash(transfer, key) ? formatCash(transfer.cashQuantity ?? '', '') : ''),
    isNumeric: true,
  },
  {
    header: t(`ExportedTransfers.${key}_currency`),
    text: (transfer) => (hasCash(transfer, key) ? (transfer.cashCurrency ?? '') : ''),
  },
]

/** Documented cash of a known amount goes that way, alone or beside securities. */
const hasCash = (transfer: Transfer, key: LegKey): boolean =>
  transfer.cashQuantity !== null && cashSideOf(transfer) === key

/** The terms of a repo; empty of other transfers. An open repo has no price and no day of its repurchase yet. */
export const exportedRepo = (): Columns => [
  { header: t('ExportedTransfers.purchase_date'), text: ({ repo }) => dayText(repo?.purchaseDate) },
  { header: t('Transactions.repurchase_date'), text: ({ repo }) => dayText(repo?.repurchaseDate) },
  { header: t('ExportedTransfers.rate'), text: ({ repo }) => repo?.rate ?? '', isNumeric: true },
  { header: t('ExportedTransfers.day_count'), text: ({ repo }) => repo?.dayCount ?? '' },
  {
    header: t('ExportedTransfers.repurchase_price'),
    text: (transfer) => priceOf(transfer) ?? '',
    isNumeric: true,
  },
  {
    header: t('ExportedTransfers.repurchase_currency'),
    text: (transfer) => (priceOf(transfer) === undefined ? '' : (transfer.cashCurrency ?? '')),
  },
]

const dayText = (isoDay: string | undefined): string => (isoDay === undefined ? '' : formatIsoDay(isoDay))

const priceOf = ({ repo }: Transfer): string | undefined =>
  repo === null ? undefined : repurchasePrice(repo)
