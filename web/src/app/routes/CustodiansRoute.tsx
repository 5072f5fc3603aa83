import { lazy, Suspense } from 'react'
import { CustodiansTable } from '../../features/custodians/CustodiansTable.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useTableRoute } from './useTableRoute.ts'

const OpenCustodian = lazy(() => importWithRetry(() => import('./custodians/OpenCustodian.tsx')))

export function CustodiansRoute() {
  const { state, onStateChange } = useTableRoute(['label', 'registrar', 'registryManager'])
  const panel = state.openRowId && (
    <Suspense fallback={null}>
      <OpenCustodian
        rowId={state.openRowId}
        onClose={() => onStateChange({ ...state, openRowId: undefined })}
      />
    </Suspense>
  )
  return <CustodiansTable state={state} onStateChange={onStateChange} panel={panel} />
}
