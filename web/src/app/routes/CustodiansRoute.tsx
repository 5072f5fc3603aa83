import { CustodiansTable } from '../../features/custodians/CustodiansTable.tsx'
import { useTableRoute } from './useTableRoute.ts'

export function CustodiansRoute() {
  return <CustodiansTable {...useTableRoute(['label', 'registrar', 'registryManager'])} />
}
