import {
  PENDING_STATES,
  type CallQuery,
  type InstrumentType,
  type Position,
  type Transfer,
} from '@connex/protocol'
import { call, everyPage, listInstruments, listPositions, listTransfers, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { readFailureText } from '../../../lib/errorText.ts'
import { isoDayOf, todayUtc } from '../../../lib/format.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { inventory as sentences } from '../../../messages/en/panels/inventory.ts'
import { instruments } from '../../../messages/en/instruments.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Missing } from '../../../ui/feedback/Missing.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PanelLayout } from '../../../ui/panel/PanelLayout.tsx'
import { asOfQuery } from '../../../shared/asOf/asOf.ts'
import { emptyText } from '../emptyText.ts'
import { AsOfField } from '../../../shared/asOf/AsOfField.tsx'
import styles from './Inventory.module.css'
import { InventoryGrid } from './InventoryGrid.tsx'
import {
  groupsOf,
  inventoryOf,
  nextReturns,
  scaleOf,
  type Grouping,
  type InventoryActions,
} from './inventory.ts'

addMessages(sentences)
addMessages(instruments)

export type InventoryProps = InventoryActions & {
  /** The past moment that is shown, as the address has it; if undefined, the present. */
  moment: string | undefined
  onMoment: (moment: string | undefined) => void
  /** Between this layout and the table. */
  toggle: ReactNode
  actions: ReactNode
  panel: ReactNode
}

type AsOf = { asOfTime?: number }

const positionsQuery = (client: Client, owner: Position['owner'], asOf: AsOf) =>
  queryOptions({
    queryKey: ['positions', 'inventory', owner, asOf],
    queryFn: ({ signal }) =>
      everyPage((page) => listPositions(client, { ...page, ...asOf, owner }, { signal })),
  })

const pendingQuery = (client: Client, asOf: AsOf) =>
  queryOptions({
    queryKey: ['transfers', 'inventory', asOf],
    queryFn: ({ signal }) =>
      everyPage<Transfer>((page) =>
        listTransfers(client, { ...page, ...asOf, state: [...PENDING_STATES] }, { signal }),
      ),
  })

const typesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['instruments', 'types'],
    queryFn: async ({ signal }) => {
      const all = await everyPage((page) => listInstruments(client, page, { signal }))
      return new Map<string, InstrumentType>(
        all.map(({ instrumentId, instrumentType }) => [instrumentId, instrumentType]),
      )
    },
  })

const YEAR = 366 * 24 * 60 * 60

/** The repurchases of the next year, with what is overdue. */
const returnsQuery = (client: Client) => {
  const query: CallQuery<'dueEvents'> = {
    from: todayUtc(),
    to: isoDayOf(Date.now() / 1000 + YEAR),
    overdue: true,
    kind: ['REPURCHASE'],
  }
  return queryOptions({
    queryKey: ['transfers', 'returns', query],
    queryFn: async ({ signal }) =>
      nextReturns(
        await everyPage((page) => call(client, 'dueEvents', { query: { ...query, ...page }, signal })),
      ),
  })
}

/** What the tenant holds, by instrument and account, drawn to scale: what is available, and what earmarks the rest. */
export default function Inventory(props: InventoryProps) {
  const { moment, onMoment, toggle, actions, panel } = props
  const [grouping, setGrouping] = useState<Grouping>('type')
  return (
    <Page title={t('Holdings.title')} actions={actions}>
      <PanelLayout panel={panel}>
        <section className={styles.card} aria-label={t('Holdings.title')}>
          <div className={styles.tools}>
            <div className={styles.grouping}>
              <SegmentedField
                label={t('Inventory.group_by')}
                value={grouping}
                options={[
                  { value: 'type', label: t('Inventory.group_type') },
                  { value: 'unit', label: t('Inventory.group_unit') },
                ]}
                onChange={(value) => setGrouping(value === 'unit' ? 'unit' : 'type')}
              />
            </div>
            {toggle}
            <AsOfField moment={moment} onChange={onMoment} />
          </div>
          <Content {...props} grouping={grouping} />
        </section>
      </PanelLayout>
    </Page>
  )
}

function Content({ grouping, ...props }: InventoryProps & { grouping: Grouping }) {
  const { moment } = props
  const { client, tenantAddr } = useViewer()
  const asOf = asOfQuery(moment)
  const positions = useQuery(positionsQuery(client, tenantAddr, asOf))
  const pending = useQuery(pendingQuery(client, asOf))
  const types = useQuery(typesQuery(client))
  const returns = useQuery(returnsQuery(client))
  const model = useMemo(() => {
    if (positions.data === undefined || pending.data === undefined) return undefined
    const { columns, rows } = inventoryOf(positions.data, pending.data, tenantAddr)
    return { columns, rows, widthOf: scaleOf(rows) }
  }, [positions.data, pending.data, tenantAddr])
  const error = positions.error ?? pending.error
  if (error !== null && model === undefined)
    return (
      <ErrorState
        {...readFailureText(error, t('Holdings.failure'))}
        onRetry={() => void Promise.all([positions.refetch(), pending.refetch()])}
      />
    )
  if (model === undefined)
    return (
      <div className={styles.loading} aria-busy>
        <Skeleton width="full" />
        <Skeleton width="full" />
        <Skeleton width="long" />
      </div>
    )
  const empty = emptyText(moment)
  if (model.rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>
  // What returns is known for today alone.
  const isToday = moment === undefined
  return (
    <>
      {grouping === 'type' && types.isLoadingError && (
        <Missing text={t('Inventory.types_failure')} onRetry={() => void types.refetch()} />
      )}
      {isToday && returns.isLoadingError && (
        <Missing text={t('Inventory.returns_failure')} onRetry={() => void returns.refetch()} />
      )}
      <InventoryGrid
        {...props}
        columns={model.columns}
        groups={groupsOf(model.rows, grouping, (id) => types.data?.get(id))}
        widthOf={model.widthOf}
        returns={isToday ? returns.data : undefined}
      />
    </>
  )
}
