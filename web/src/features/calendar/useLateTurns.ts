// Whose turn it is, where what is late is on its way.
import type { Address, DeliveryId, DueEvent } from '@connex/protocol'
import { awaitedDelivery } from '@connex/protocol/calendar'
import { turnText } from '@connex/protocol/duties'
import { listTransfers, type Client } from '@connex/sdk'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'

/** So many ids fit into one address. */
const MOST = 100

const awaitedQuery = (client: Client, transferId: DeliveryId[]) =>
  queryOptions({
    queryKey: ['transfers', 'late', ...transferId],
    queryFn:
      transferId.length === 0
        ? skipToken
        : ({ signal }) => listTransfers(client, { transferId, itemsPerPage: MOST }, { signal }),
  })

/** The sentence for an event, once its transfer is loaded: 'Next: Meridian Registrars must confirm as registrar.' */
export function useLateTurns(events: readonly DueEvent[]): (event: DueEvent) => string | undefined {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const partyOf = (tenant: Address) => (tenant === tenantAddr ? t('Calendar.you') : nameOf(tenant))
  const ids = new Set(events.flatMap((event) => awaitedDelivery(event) ?? []))
  const { data } = useQuery(awaitedQuery(client, [...ids].slice(0, MOST)))
  const byId = new Map(data?.items.map((transfer) => [transfer.deliveryId, transfer]))
  return (event) => {
    const id = awaitedDelivery(event)
    const transfer = id === null ? undefined : byId.get(id)
    return transfer === undefined ? undefined : turnText(transfer, partyOf)
  }
}
