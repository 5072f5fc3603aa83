import { lazy, Suspense, useDeferredValue, useMemo, type ReactNode } from 'react'
import { displayAddress } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { useMediaQuery } from '../../lib/dom.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { shorten } from '../../lib/identifiers.ts'
import type { Column } from '../../lib/table/Column.ts'
import { allLocally, pageLocally } from '../../lib/table/pageLocally.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { CustodianScreens, screensText } from './CustodianScreens.tsx'
import styles from './CustodiansTable.module.css'

const loadDesk = () => importWithRetry(() => import('./DeskBand.tsx'))
const DeskBand = lazy(() => loadDesk().then((found) => ({ default: found.DeskBand })))
const CustodianCards = lazy(() => loadDesk().then((found) => ({ default: found.Cards })))

const columns: Column<Custodian>[] = [
  {
    id: 'label',
    header: t('Custodians.custodian'),
    width: 240,
    text: ({ label }) => label,
    cell: ({ label }) => <strong className={styles.name}>{label}</strong>,
    isSortable: true,
    filter: { kind: 'text' },
    card: 'title',
  },
  {
    id: 'screens',
    header: t('Custodians.screens'),
    width: 400,
    text: screensText,
    cell: ({ key }) => (
      <span className={styles.screens}>
        <CustodianScreens custodianKey={key} />
      </span>
    ),
  },
  {
    id: 'registrar',
    header: t('Custodians.registrar'),
    width: 180,
    isInPanel: true,
    text: ({ registrarAddr }) => displayAddress(registrarAddr),
    cell: ({ registrarAddr }) => shorten(displayAddress(registrarAddr)),
    isMono: true,
    filter: { kind: 'text' },
  },
  {
    id: 'registryManager',
    header: t('Custodians.registry_manager'),
    width: 180,
    isInPanel: true,
    text: ({ registryManagerAddr }) => displayAddress(registryManagerAddr),
    cell: ({ registryManagerAddr }) => shorten(displayAddress(registryManagerAddr)),
    isMono: true,
    filter: { kind: 'text' },
  },
]

type Props = {
  state: TableState
  onStateChange: (next: TableState) => void
  /** The panel of the open custodian. */
  panel?: ReactNode
}

/** The custodians that the tenant may use, with links to their screens; below the desk's numbers, and above a card of each. */
export function CustodiansTable({ state, onStateChange, panel }: Props) {
  const { custodians } = useViewer()
  const page = useMemo(() => pageLocally(custodians, columns, state), [custodians, state])
  // The table comes first: what is around it loads once it is there.
  const isShown = useDeferredValue(true, false)
  const isWide = useMediaQuery('(min-width: 901px)')
  return (
    <Page title={t('Custodians.title')}>
      <div className={styles.band}>
        <Suspense fallback={null}>{isShown && <DeskBand />}</Suspense>
      </div>
      <DataTable
        id="custodians"
        name={t('Custodians.title')}
        columns={columns}
        rowId={({ key }) => key}
        answer={{ page, readAll: () => Promise.resolve(allLocally(custodians, columns, state)) }}
        state={state}
        onStateChange={onStateChange}
        canOpenRows
        panel={panel}
        empty={{ title: t('Custodians.empty'), text: t('Custodians.empty_text') }}
      />
      <Suspense fallback={null}>{isShown && isWide && <CustodianCards />}</Suspense>
    </Page>
  )
}
