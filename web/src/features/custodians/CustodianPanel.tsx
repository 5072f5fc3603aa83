import { readableName, registryKind, type Position, type Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatQuantity } from '../../lib/format.ts'
import { instrumentParts } from '../../lib/identifiers.ts'
import { tenantsQuery, useTenantNames } from '../../lib/tenants.ts'
import { unitText } from '../../lib/units.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { custodianPanel } from '../../messages/en/panels/custodianPanel.ts'
import { addMessages, t } from '../../messages/t.ts'
import { accountsQuery } from '../../shared/desk/accounts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { CopyHash } from '../../ui/panel/CopyHash.tsx'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { PanelList } from '../../ui/panel/PanelList.tsx'
import { PanelPart } from '../../ui/panel/PanelPart.tsx'
import { SidePanel } from '../../ui/panel/SidePanel.tsx'
import styles from './CustodianPanel.module.css'
import { heldQuery, MOST_ROWS, registriesOf, registriesQuery } from './custodianPanelQueries.ts'
import { CustodianScreens } from './CustodianScreens.tsx'
import { CustodianRequests, CustodianTransfers } from './CustodianTransfers.tsx'

addMessages(custodianPanel)

type Props = {
  /** A custodian's key, as the address has it. */
  rowId: string
  renderStatus: (transfer: Transfer) => ReactNode
  onHoldings: (custodian: Custodian, identifier: Position['identifier']) => void
  onAccount: (custodian: Custodian, account: Position['account']) => void
  onTransfer: (custodian: Custodian, transfer: Transfer) => void
  onClose: () => void
}

/** One custodian: who it is, what lies with it, and what it still has to do. */
export default function CustodianPanel(props: Props) {
  const { rowId, renderStatus, onTransfer, onClose } = props
  const { custodians } = useViewer()
  const custodian = custodians.find(({ key }) => key === rowId.toLowerCase())
  if (custodian === undefined)
    return (
      <SidePanel title={t('Custodians.custodian')} onClose={onClose}>
        <EmptyState title={t('CustodianPanel.unknown')}>{t('CustodianPanel.unknown_text')}</EmptyState>
      </SidePanel>
    )
  const onOpen = (transfer: Transfer) => onTransfer(custodian, transfer)
  return (
    <SidePanel title={custodian.label} onClose={onClose}>
      <Links custodian={custodian} />
      <Facts custodian={custodian} />
      <CustodianTransfers custodian={custodian} onOpen={onOpen} />
      <CustodianRequests custodian={custodian} renderStatus={renderStatus} onOpen={onOpen} />
      <Holdings {...props} custodian={custodian} />
      <Accounts {...props} custodian={custodian} />
      <Registries custodian={custodian} />
    </SidePanel>
  )
}

type PartProps = Props & { custodian: Custodian }

/** The tables that have more, showing this custodian alone. */
const Links = ({ custodian: { key } }: Pick<PartProps, 'custodian'>) => (
  <p className={styles.links}>
    <Link to="/holdings" search={{ custodian: key }}>
      {t('Navigation.holdings')}
    </Link>
    <Link to="/transactions" search={{ custodian: key }}>
      {t('Navigation.transactions')}
    </Link>
    <CustodianScreens custodianKey={key} />
  </p>
)

/** Who it is. Its label is configured; its name and its LEI are its own words. */
function Facts({ custodian: { key, label, registrarAddr } }: Pick<PartProps, 'custodian'>) {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const { data } = useQuery(tenantsQuery(client))
  const lei = readableName(data?.find(({ address }) => address === registrarAddr)?.lei ?? '')
  const name = nameOf(registrarAddr)
  return (
    <DefinitionList
      items={[
        ...(name === label ? [] : [{ term: t('CustodianPanel.name'), value: name }]),
        ...(lei === '' ? [] : [{ term: t('CustodianPanel.lei'), value: lei, isMono: true }]),
        { term: t('CustodianPanel.registrar'), value: <CopyHash value={registrarAddr} /> },
        { term: t('CustodianPanel.identifier'), value: <CopyHash value={key} /> },
      ]}
    />
  )
}

/** By instrument, over all accounts. */
function Holdings({ custodian, onHoldings }: PartProps) {
  const { client, tenantAddr } = useViewer()
  const query = useQuery(heldQuery(client, custodian, tenantAddr))
  return (
    <PanelPart title={t('CustodianPanel.holdings')} query={query}>
      {({ items, totalItemCount }) => (
        <>
          <PanelList
            label={t('CustodianPanel.holdings')}
            empty={t('CustodianPanel.no_holdings')}
            items={items.map(({ registryId, identifier, label, quantity, available, decimals, unit }) => {
              const { name, code } = instrumentParts(identifier, label)
              return {
                id: registryId,
                title: name,
                note: code,
                figure: `${formatQuantity(quantity, decimals)} ${unitText(unit)}`,
                status: t('CustodianPanel.available', { quantity: formatQuantity(available, decimals) }),
                onOpen: () => onHoldings(custodian, identifier),
              }
            })}
          />
          {totalItemCount > MOST_ROWS && (
            <p className={styles.all}>
              <Link to="/holdings" search={{ custodian: custodian.key }}>
                {t('CustodianPanel.all', { count: totalItemCount })}
              </Link>
            </p>
          )}
        </>
      )}
    </PanelPart>
  )
}

function Accounts({ custodian, onAccount }: PartProps) {
  const { client } = useViewer()
  const query = useQuery(accountsQuery(client, custodian))
  return (
    <PanelPart title={t('CustodianPanel.accounts')} query={query}>
      {(accounts) => (
        <>
          <PanelList
            label={t('CustodianPanel.accounts')}
            empty={t('CustodianPanel.no_accounts')}
            items={accounts.slice(0, MOST_ROWS).map(({ accountNum, accountName, category }) => ({
              id: accountNum,
              title: accountNum,
              note: accountName === null ? undefined : readableName(accountName),
              status: category === null ? undefined : readableName(category),
              onOpen: () => onAccount(custodian, accountNum),
            }))}
          />
          {accounts.length > MOST_ROWS && (
            <p className={styles.all}>
              <Link to="/custodians/$custodianKey/accounts" params={{ custodianKey: custodian.key }}>
                {t('CustodianPanel.all', { count: accounts.length })}
              </Link>
            </p>
          )}
        </>
      )}
    </PanelPart>
  )
}

/** The registry managers under which it keeps registries, and which of them this custodian is. */
function Registries({ custodian }: Pick<PartProps, 'custodian'>) {
  const { client, custodians } = useViewer()
  const query = useQuery(registriesQuery(client))
  const { registryManagerAddr, registrarAddr } = custodian
  const standingOf = (address: Position['registryManagerAddr']) => {
    if (address === registryManagerAddr) return t('CustodianPanel.used')
    const other = custodians.find(
      (one) => one.registryManagerAddr === address && one.registrarAddr === registrarAddr,
    )
    return other?.label ?? t('CustodianPanel.not_used')
  }
  return (
    <PanelPart title={t('CustodianPanel.registries')} query={query}>
      {(dapps) => (
        <PanelList
          label={t('CustodianPanel.registries')}
          empty={t('CustodianPanel.kind_other')}
          items={registriesOf(dapps, registrarAddr).map((dapp) => ({
            id: dapp.address,
            title: t(`CustodianPanel.kind_${registryKind(dapp) ?? 'other'}`),
            note: <CopyHash value={dapp.address} />,
            figure: dapp.shortName,
            status: standingOf(dapp.address),
          }))}
        />
      )}
    </PanelPart>
  )
}
