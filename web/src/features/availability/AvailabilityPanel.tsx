import {
  isReturnable,
  isUsable,
  readableText,
  type Availability,
  type AvailabilityDay,
  type AvailabilityFlow,
} from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCustodianName } from '../../lib/custodianName.ts'
import { readFailureText } from '../../lib/errorText.ts'
import { formatQuantity } from '../../lib/format.ts'
import { instrumentParts } from '../../lib/identifiers.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { unitText } from '../../lib/units.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t, tLoose } from '../../messages/t.ts'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel.tsx'
import { flowsQuery, type AsOf } from './availabilityQueries.ts'
import styles from './AvailabilityPanel.module.css'

/** What can be done with the deal of one line of a cell. */
export type RenderFlowActions = (flow: AvailabilityFlow, day: string) => ReactNode

type Props = {
  row: Availability
  day: AvailabilityDay
  asOf: AsOf
  renderActions: RenderFlowActions
  onClose: () => void
}

/** One cell: its figures, and the deals that make them. */
export default function AvailabilityPanel({ row, day, asOf, renderActions, onClose }: Props) {
  const custodianName = useCustodianName()
  const { name, code } = instrumentParts(row.identifier ?? row.registryId, row.label)
  const shown = (quantity: string) => `${formatQuantity(quantity, row.decimals)} ${unitText(row.unit)}`
  const isToday = day.date === row.days[0]?.date
  return (
    <SidePanel title={`${name}, ${formatWeekday(day.date)}`} onClose={onClose}>
      {!isUsable(row) && row.registryState !== null && (
        <p className={styles.alert}>
          {t('Availability.unusable', {
            state: tLoose(`RegistryState.${row.registryState}`, {}).toLowerCase(),
          })}
        </p>
      )}
      {day.certain.startsWith('-') && (
        <p className={styles.alert}>
          {t('Availability.short')}: {shown(day.certain.slice(1))}
        </p>
      )}
      <DefinitionList
        items={[
          ...(code === undefined ? [] : [{ term: t('Availability.instrument'), value: code, isMono: true }]),
          { term: t('Availability.custodian'), value: custodianName(row) },
          {
            term: t(isPast(asOf) ? 'Availability.available_then' : 'Availability.now'),
            value: shown(row.available),
          },
          { term: t('Availability.certain'), value: shown(day.certain) },
          { term: t('Availability.expected'), value: shown(day.expected) },
          { term: t('Availability.possible'), value: shown(day.possible) },
        ]}
      />
      <PanelSection title={t('Availability.flows')}>
        {isToday && <p className={styles.note}>{t('Availability.flows_today')}</p>}
        {isPast(asOf) && <p className={styles.note}>{t('Availability.past')}</p>}
        <Flows row={row} to={day.date} asOf={asOf} renderActions={renderActions} />
      </PanelSection>
    </SidePanel>
  )
}

const isPast = ({ asOfTime }: AsOf): boolean => asOfTime !== undefined

type FlowsProps = Pick<Props, 'row' | 'asOf' | 'renderActions'> & { to: string }

function Flows({ row, to, asOf, renderActions }: FlowsProps) {
  const { client } = useViewer()
  const { data, error, refetch } = useQuery(flowsQuery(client, row, to, asOf))
  if (data === undefined)
    return error === null ? (
      <Skeleton width="full" />
    ) : (
      <ErrorState {...readFailureText(error, t('Availability.failure'))} onRetry={() => void refetch()} />
    )
  if (data.length === 0) return <p className={styles.note}>{t('Availability.no_flows')}</p>
  return (
    <ul className={styles.list}>
      {data.map((flow) => (
        <Flow key={`${flow.deliveryId} ${flow.kind} ${flow.certainty}`} flow={flow} decimals={row.decimals}>
          {hasDeal(flow) && !isPast(asOf) && renderActions(flow, to)}
        </Flow>
      ))}
    </ul>
  )
}

/** It is the end of a deal, its recall, or a repo or a loan that has not settled. */
const hasDeal = ({ kind, transferType }: AvailabilityFlow): boolean =>
  kind !== 'MINT' && isReturnable(transferType)

type FlowProps = { flow: AvailabilityFlow; decimals: number; children: ReactNode }

function Flow({ flow, decimals, children }: FlowProps) {
  const nameOf = useTenantNames()
  const { kind, certainty, date, isOverdue, quantity, deliveryId, counterpartyAddr, description } = flow
  const isIncoming = !quantity.startsWith('-')
  return (
    <li className={styles.flow} data-certainty={certainty}>
      <span className={styles.what}>
        <Link to="/transactions" search={{ row: deliveryId }}>
          {t(`Availability.kind_${kind}`, { counterparty: nameOf(counterpartyAddr) })}
        </Link>
        {description !== null && <bdi className={styles.note}>{readableText(description)}</bdi>}
        <span className={styles.note}>
          {t(isOverdue ? 'Availability.overdue' : 'Availability.due', { day: formatWeekday(date) })}
          {', '}
          {t(`Availability.certainty_${certainty}`)}
        </span>
      </span>
      <strong className={styles.quantity} data-incoming={isIncoming || undefined}>
        {isIncoming && certainty !== 'HELD_UP' ? '+' : ''}
        {formatQuantity(quantity, decimals)}
      </strong>
      <span className={styles.actions}>{children}</span>
    </li>
  )
}
