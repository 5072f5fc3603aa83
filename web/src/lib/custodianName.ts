import type { Address } from '@connex/protocol'
import { useCallback } from 'react'
import { custodianOf } from './custodians.ts'
import { useTenantNames } from './tenants.ts'
import { useViewer } from './Viewer.ts'

/** The name of a custodian; of one that the tenant cannot use, its registrar's. `useCustodianName()(row)` → 'Meridian Registrars' */
export function useCustodianName(): (
  held: Readonly<{ registryManagerAddr: Address; registrarAddr: Address }>,
) => string {
  const { custodians } = useViewer()
  const nameOf = useTenantNames()
  return useCallback(
    (held) => custodianOf(custodians, held)?.label ?? nameOf(held.registrarAddr),
    [custodians, nameOf],
  )
}
