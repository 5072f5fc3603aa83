import type { ReactNode } from 'react'
import type { Position } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { custodianOf, custodianOptions } from '../../lib/custodians.ts'
import { formatQuantity } from '../../lib/format.ts'
import { wholeName } from '../../lib/identifiers.ts'
import { unitText } from '../../lib/units.ts'
import { filterFields, type Column } from '../../lib/table/Column.ts'
import { holdings } from '../../messages/en/holdings.ts'
import { instruments } from '../../messages/en/instruments.ts'
import { addMessages, t } from '../../messages/t.ts'
import type { AccountNames } from '../../shared/desk/accountNames.ts'
import { accountText } from '../../shared/deal/ownAccounts.ts'
import { AccountName } from '../../ui/text/AccountName.tsx'
import { AlignedFigure, Figure } from '../../ui/text/Figure.tsx'
import { ShareBar } from '../../ui/feedback/ShareBar.tsx'
import { HoldingName } from './HoldingCard.tsx'
import styles from './holdingColumns.module.css'

addMessages(instruments)
addMessages(holdings)

/** The configured label of a holding's custodian, otherwise the registrar's name. */
export const custodianNames =
  (custodians: readonly Custodian[], nameOf: (address: Position['registrarAddr']) => string) =>
  (position: Position): string =>
    custodianOf(custodians, position)?.label ?? nameOf(position.registrarAddr)

/** The columns of the Holdings table. A custodian has its configured label. */
export const holdingColumns = (
  custodians: readonly Custodian[],
  nameOf: (address: Position['registrarAddr']) => string,
  renderEarmarked: (position: Position, text: ReactNode) => ReactNode,
  isSuspended: (position: Position) => boolean,
  accountName: AccountNames,
): Column<Position>[] => [
  {
    id: 'identifier',
    header: t('Holdings.identifier'),
    width: 184,
    text: ({ identifier }) => identifier,
    tooltip: ({ identifier, label }) => wholeName(identifier, label),
    cell: (position) => <HoldingName position={position} isSuspended={isSuspended(position)} />,
    isSortable: true,
    filter: { kind: 'text' },
    card: 'title',
    isAlwaysExported: true,
  },
  {
    id: 'custodian',
    header: t('Holdings.custodian'),
    width: 150,
    wraps: true,
    text: custodianNames(custodians, nameOf),
    isSortable: true,
    filter: {
      kind: 'choice',
      pill: t('Holdings.custodian'),
      options: custodianOptions(custodians),
      isSingle: true,
    },
  },
  {
    id: 'account',
    header: t('Holdings.account_number'),
    width: 112,
    text: ({ account }) => account,
    cell: (position) => (
      <AccountName account={position.account} name={accountName(position, position.account)} />
    ),
    tooltip: (position) => accountText(position.account, accountName(position, position.account)),
    exported: [
      { header: t('Holdings.account_number'), text: ({ account }) => account },
      {
        header: t('Holdings.account_name'),
        text: (position) => accountName(position, position.account) ?? '',
      },
    ],
    isSortable: true,
    filter: { kind: 'text' },
  },
  quantityColumn(renderEarmarked),
  ...hiddenColumns(),
]

const quantityColumn = (
  renderEarmarked: (position: Position, text: ReactNode) => ReactNode,
): Column<Position> => ({
  id: 'quantity',
  header: t('Holdings.quantity'),
  width: 206,
  text: ({ quantity, decimals }) => formatQuantity(quantity, decimals),
  cell: (position) => {
    const { quantity, earmarked, decimals } = position
    const earmarkedText = (
      <Figure text={t('Holdings.earmarked', { quantity: formatQuantity(earmarked, decimals) })} />
    )
    return (
      <span className={styles.stack}>
        <strong>
          <AlignedFigure text={formatQuantity(quantity, decimals)} unit={unitText(position.unit)} />
        </strong>
        <span className={styles.under} data-some={earmarked !== '0' || undefined}>
          {earmarked === '0' ? earmarkedText : renderEarmarked(position, earmarkedText)}
        </span>
      </span>
    )
  },
  isNumeric: true,
  isSortable: true,
  filter: { kind: 'quantity', pill: t('Holdings.quantity') },
  isAlwaysExported: true,
  exported: [
    {
      header: t('Holdings.quantity'),
      text: ({ quantity, decimals }) => formatQuantity(quantity, decimals),
      isNumeric: true,
    },
    { header: t('Holdings.unit'), text: ({ unit }) => unitText(unit) },
  ],
})

const hiddenColumns = (): Column<Position>[] => [
  {
    id: 'earmarked',
    header: t('Holdings.earmarked_quantity'),
    width: 190,
    text: ({ earmarked, decimals }) => formatQuantity(earmarked, decimals),
    isNumeric: true,
    isSortable: true,
    filter: { kind: 'quantity' },
    isHiddenAtFirst: true,
    isAlwaysExported: true,
  },
  {
    id: 'available',
    header: t('Holdings.available'),
    width: 220,
    text: ({ available, decimals }) => formatQuantity(available, decimals),
    cell: ({ quantity, available, decimals, unit }) => (
      <span className={styles.available}>
        <strong>
          <AlignedFigure text={formatQuantity(available, decimals)} unit={unitText(unit)} />
        </strong>
        <span className={styles.bar}>
          <ShareBar tone="available" part={BigInt(available)} whole={BigInt(quantity)} />
        </span>
      </span>
    ),
    isNumeric: true,
    isSortable: true,
    filter: { kind: 'quantity' },
    isAlwaysExported: true,
  },
  {
    id: 'label',
    header: t('Holdings.name'),
    width: 240,
    text: ({ label }) => label ?? '',
    isSortable: true,
    filter: { kind: 'text' },
    isHiddenAtFirst: true,
    isAlwaysExported: true,
  },
]

/** The columns' filters by id, whatever the rows show. */
export const HOLDING_FILTERS = filterFields(
  holdingColumns(
    [],
    () => '',
    (_, text) => text,
    () => false,
    () => undefined,
  ),
).map(({ id }) => id)
