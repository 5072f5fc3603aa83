import { readableName, readableText, RegistryId, type RegistryInstrument } from '@connex/protocol'
import {
  call,
  everyPage,
  listPositions,
  listRegistryInstruments,
  type Client,
  type Custodian,
} from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { custodianOf } from '../../lib/custodians.ts'
import { readFailureText } from '../../lib/errorText.ts'
import { formatQuantity } from '../../lib/format.ts'
import { shownIdentifier } from '../../lib/identifiers.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { useAccountNames } from '../../shared/desk/accountNames.ts'
import { accountText } from '../../shared/deal/ownAccounts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { CopyHash } from '../../ui/panel/CopyHash.tsx'
import { DefinitionList, type Definition } from '../../ui/panel/DefinitionList.tsx'
import { PanelList } from '../../ui/panel/PanelList.tsx'
import { PanelPart } from '../../ui/panel/PanelPart.tsx'
import { LoadingPanel, PanelSection, SidePanel } from '../../ui/panel/SidePanel.tsx'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { InstrumentDocuments } from './InstrumentDocuments.tsx'
import styles from './InstrumentPanel.module.css'
import { checkInstrument, instrumentTerms } from './instrumentTerms.ts'

type Props = { custodian: Custodian; rowId: string; onHolding: (rowId: string) => void; onClose: () => void }

const registryQuery = (client: Client, { registryManagerAddr, registrarAddr }: Custodian, rowId: string) =>
  queryOptions({
    queryKey: ['instruments', 'registry', registryManagerAddr, registrarAddr, rowId],
    queryFn: async ({ signal }) => {
      const id = RegistryId.safeParse(rowId).data
      if (id === undefined) return null
      const query = { registryManagerAddr, registrarAddr, registryIds: [id] }
      const { items } = await listRegistryInstruments(client, query, { signal })
      return items[0] ?? null
    },
  })

/** One instrument with a custodian: its reference data, its documents, and the tenant's holdings of it. */
export default function InstrumentPanel({ custodian, rowId, onHolding, onClose }: Props) {
  const { client } = useViewer()
  const { data: instrument, error } = useQuery(registryQuery(client, custodian, rowId))
  if (error !== null)
    return (
      <SidePanel title={t('Instruments.one')} onClose={onClose}>
        <ErrorState {...readFailureText(error, t('Panel.failure'))} />
      </SidePanel>
    )
  if (instrument === undefined) return <LoadingPanel title={t('Instruments.one')} onClose={onClose} />
  if (instrument === null)
    return (
      <SidePanel title={t('Instruments.one')} onClose={onClose}>
        <EmptyState title={t('InstrumentPanel.unknown')}>{t('InstrumentPanel.unknown_text')}</EmptyState>
      </SidePanel>
    )
  const { label, identifier, registryState } = instrument
  return (
    <SidePanel
      title={label === null ? shownIdentifier(identifier) : readableName(label)}
      status={
        registryState === 'REGISTERED' ? undefined : (
          <StatusChip tone="canceled">{t(`RegistryState.${registryState}`)}</StatusChip>
        )
      }
      onClose={onClose}
    >
      <Facts instrument={instrument} />
      <Reference instrument={instrument} />
      <OwnHoldings instrument={instrument} onHolding={onHolding} />
    </SidePanel>
  )
}

type PartProps = { instrument: RegistryInstrument }

/** What the ledger says. */
function Facts({ instrument }: PartProps) {
  const nameOf = useTenantNames()
  const { identifier, instrumentType, issueSize, decimals, issuerAddr, revision } = instrument
  const { internalIdentifier, description } = instrument
  return (
    <>
      {description !== null && <p>{readableText(description)}</p>}
      <DefinitionList
        isInColumns
        items={[
          {
            term: t('InstrumentPanel.identifier'),
            value: identifier === shownIdentifier(identifier) ? identifier : <CopyHash value={identifier} />,
          },
          { term: t('Instruments.type'), value: t(`InstrumentType.${instrumentType}`) },
          { term: t('InstrumentPanel.issuer'), value: nameOf(issuerAddr) },
          { term: t('InstrumentPanel.issue_size'), value: formatQuantity(issueSize, decimals) },
          { term: t('InstrumentPanel.revision'), value: String(revision) },
          ...(internalIdentifier === null
            ? []
            : [{ term: t('InstrumentPanel.internal_identifier'), value: readableName(internalIdentifier) }]),
        ]}
      />
    </>
  )
}

/** What the issuer says, and its documents. */
function Reference({ instrument: { instrumentId } }: PartProps) {
  const { client } = useViewer()
  const query = useQuery({
    queryKey: ['instruments', 'details', instrumentId],
    queryFn: async ({ signal }) => {
      const { items } = await call(client, 'instrumentDetails', {
        query: { instrumentIds: [instrumentId] },
        signal,
      })
      return checkInstrument(items[0] ?? null)
    },
  })
  const details = query.data?.details
  return (
    <>
      <PanelPart title={t('InstrumentPanel.reference')} query={query}>
        {(check) =>
          check.result === 'matches' ? (
            <Terms terms={instrumentTerms(check.details)} />
          ) : (
            <p>{t(`InstrumentPanel.${check.result}`)}</p>
          )
        }
      </PanelPart>
      {details && (
        <PanelSection title={t('InstrumentPanel.documents')}>
          <InstrumentDocuments documents={details.documents ?? []} />
        </PanelSection>
      )}
    </>
  )
}

const Terms = ({ terms }: { terms: readonly Definition[] }) => (
  <>
    {terms.length === 0 ? (
      <p>{t('InstrumentPanel.no_reference')}</p>
    ) : (
      <DefinitionList isInColumns items={terms} />
    )}
    <p className={styles.check}>
      <Icon name="check" />
      {t('InstrumentPanel.matches')}
    </p>
  </>
)

/** The tenant's holdings of it, with every custodian. */
function OwnHoldings({ instrument, onHolding }: PartProps & Pick<Props, 'onHolding'>) {
  const { client, tenantAddr, custodians } = useViewer()
  const nameOf = useTenantNames()
  const accountName = useAccountNames()
  const { identifier, instrumentId } = instrument
  const query = useQuery({
    queryKey: ['positions', 'instrument', tenantAddr, instrumentId],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        listPositions(
          client,
          { ...page, owner: tenantAddr, where: [`identifier:is:${identifier}`] },
          { signal },
        ),
      ),
  })
  return (
    <PanelPart title={t('InstrumentPanel.holdings')} query={query}>
      {(data) => (
        <PanelList
          label={t('InstrumentPanel.holdings')}
          empty={t('InstrumentPanel.no_holdings')}
          items={data
            .filter((position) => position.instrumentId === instrumentId)
            .map((position) => ({
              id: `${position.registryManagerAddr}.${position.registryId}.${position.account}`,
              title: custodianOf(custodians, position)?.label ?? nameOf(position.registrarAddr),
              note: accountText(position.account, accountName(position, position.account)),
              figure: formatQuantity(position.quantity, position.decimals),
              status: t('InstrumentPanel.available', {
                quantity: formatQuantity(position.available, position.decimals),
              }),
            }))
            .map((item) => ({ ...item, onOpen: () => onHolding(item.id) }))}
        />
      )}
    </PanelPart>
  )
}
