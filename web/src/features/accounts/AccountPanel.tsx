import {
  AccountNumber,
  type Address,
  PENDING_STATES,
  readableName,
  type AssetAccount,
  type Transfer,
} from '@connex/protocol'
import { everyPage, listPositions, listTransfers, type Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readFailureText } from '../../lib/errorText.ts'
import { formatQuantity } from '../../lib/format.ts'
import { instrumentParts } from '../../lib/identifiers.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { accountPanel } from '../../messages/en/panels/accountPanel.ts'
import { addMessages, t } from '../../messages/t.ts'
import { CustodianLink } from '../../shared/desk/CustodianLink.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { PanelList } from '../../ui/panel/PanelList.tsx'
import { PanelPart } from '../../ui/panel/PanelPart.tsx'
import { LoadingPanel, SidePanel } from '../../ui/panel/SidePanel.tsx'
import { accountsQuery } from '../../shared/desk/accounts.ts'
import { transferName } from '../../shared/desk/transferName.ts'

addMessages(accountPanel)

type Props = {
  custodian: Custodian
  /** The account's number, as the address has it. */
  rowId: string
  renderStatus: (transfer: Transfer) => ReactNode
  onHolding: (rowId: string) => void
  onTransfer: (transfer: Transfer) => void
  onClose: () => void
}

/** One account: the tenant's names for it, its holdings, and what is pending into it. */
export default function AccountPanel(props: Props) {
  const { custodian, rowId, onClose } = props
  const { client } = useViewer()
  const { data, error } = useQuery(accountsQuery(client, custodian))
  const title = t('AccountPanel.title', { number: rowId })
  if (error !== null)
    return (
      <SidePanel title={title} onClose={onClose}>
        <ErrorState {...readFailureText(error, t('Panel.failure'))} />
      </SidePanel>
    )
  if (data === undefined) return <LoadingPanel title={title} onClose={onClose} />
  const account = data.find(({ accountNum }) => accountNum === AccountNumber.safeParse(rowId).data)
  if (account === undefined)
    return (
      <SidePanel title={title} onClose={onClose}>
        <EmptyState title={t('AccountPanel.unknown')}>{t('AccountPanel.unknown_text')}</EmptyState>
      </SidePanel>
    )
  return <Account {...props} account={account} />
}

function Account({ account, ...props }: Props & { account: AssetAccount }) {
  const { accountNum, accountName, category, internalIdentifier } = account
  const given = (term: string, value: string | null) =>
    value === null ? [] : [{ term, value: readableName(value) }]
  return (
    <SidePanel title={t('AccountPanel.title', { number: accountNum })} onClose={props.onClose}>
      <DefinitionList
        items={[
          {
            term: t('AccountPanel.custodian'),
            value: (
              <CustodianLink held={props.custodian} to="/custodians">
                {props.custodian.label}
              </CustodianLink>
            ),
          },
          ...given(t('AccountPanel.name'), accountName),
          ...given(t('AccountPanel.category'), category),
          ...given(t('AccountPanel.internal_identifier'), internalIdentifier),
        ]}
      />
      <Holdings {...props} account={accountNum} />
      <Receipts {...props} account={accountNum} />
    </SidePanel>
  )
}

type PartProps = Props & { account: AccountNumber }

function Holdings({ custodian, account, onHolding }: PartProps) {
  const { client, tenantAddr } = useViewer()
  const { registryManagerAddr, registrarAddr } = custodian
  const where = { registryManagerAddr, registrarAddr, owner: tenantAddr, account }
  const query = useQuery({
    queryKey: ['positions', 'account', where],
    queryFn: ({ signal }) => everyPage((page) => listPositions(client, { ...where, ...page }, { signal })),
  })
  return (
    <PanelPart title={t('AccountPanel.holdings')} query={query}>
      {(data) => (
        <PanelList
          label={t('AccountPanel.holdings')}
          empty={t('AccountPanel.no_holdings')}
          items={data.map(({ registryId, identifier, label, quantity, available, decimals }) => {
            const { name, code } = instrumentParts(identifier, label)
            return {
              id: registryId,
              title: name,
              note: code,
              figure: formatQuantity(quantity, decimals),
              status: t('AccountPanel.available', { quantity: formatQuantity(available, decimals) }),
              onOpen: () => onHolding(`${registryManagerAddr}.${registryId}.${account}`),
            }
          })}
        />
      )}
    </PanelPart>
  )
}

function Receipts({ custodian, account, renderStatus, onTransfer }: PartProps) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const query = useQuery({
    queryKey: ['transfers', 'receipts', custodian.key, account],
    queryFn: async ({ signal }) => {
      // By the side that the tenant receives, because a loan's collateral goes the other way than the loan.
      const where = [`receiveAccount:is:${account}`]
      const pending = await everyPage((page) =>
        listTransfers(client, { ...page, where, state: [...PENDING_STATES] }, { signal }),
      )
      return pending.filter((transfer) => isReceivedAt(transfer, custodian, tenantAddr))
    },
  })
  return (
    <PanelPart title={t('AccountPanel.receipts')} query={query}>
      {(data) => (
        <PanelList
          label={t('AccountPanel.receipts')}
          empty={t('AccountPanel.no_receipts')}
          items={data.flatMap((transfer) => {
            const { deliveryId, receive } = transfer
            if (receive === null) return []
            const figure = formatQuantity(receive.quantity, receive.decimals)
            const title = transferName(transfer, nameOf)
            const status = renderStatus(transfer)
            return {
              id: deliveryId,
              title,
              note: instrumentParts(receive.identifier ?? '', receive.label).name,
              figure,
              status,
              onOpen: () => onTransfer(transfer),
            }
          })}
        />
      )}
    </PanelPart>
  )
}

/** Another custodian may have an account of the same number. */
const isReceivedAt = ({ receive, legs }: Transfer, custodian: Custodian, tenant: Address): boolean =>
  legs.some(
    ({ assetId, assetManagerAddr, registrar, receiver }) =>
      assetId === receive?.registryId &&
      receiver === tenant &&
      assetManagerAddr === custodian.registryManagerAddr &&
      registrar === custodian.registrarAddr,
  )
