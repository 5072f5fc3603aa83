import { call, counterpartyOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { tenantLabels } from '../../../lib/tenantLabels.ts'
import { tenantsQuery } from '../../../lib/useTenantNames.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import type { Option } from '../../../ui/field/Option.ts'

/** With whom one can make a transfer: not oneself, not the platform, not a registrar. */
export function useCounterparties(): Option[] {
  const { client, tenantAddr, custodians } = useViewer()
  const tenants = useQuery(tenantsQuery(client))
  const platform = useQuery({
    queryKey: ['platform', 'static'],
    queryFn: ({ signal }) => call(client, 'platform', { signal }),
    staleTime: Infinity,
  })
  if (tenants.data === undefined || platform.data === undefined) return []
  const labels = tenantLabels(tenants.data)
  return counterpartyOptions({
    tenants: tenants.data,
    ownTenant: tenantAddr,
    platformName: platform.data.name,
    registrars: custodians.map(({ registrarAddr }) => registrarAddr),
  }).map(({ address, name }) => ({ value: address, label: labels.get(address) ?? name }))
}
