import type { Position } from '@connex/protocol'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { custodianOf } from '../../lib/custodians.ts'
import type { UrlSearch } from '../../lib/table/TableState.ts'
import { useViewer } from '../../lib/Viewer.ts'

type Props = {
  held: Pick<Position, 'registryManagerAddr' | 'registrarAddr'>
  /** Its name. */
  children: ReactNode
  /** The screen that shows the panel: this one, unless it has none. */
  to?: '.' | '/custodians'
  /** Where arrow keys move the focus. */
  tabIndex?: number
}

/** A custodian's name: a click opens its panel in place of the open one. Of one that the tenant cannot use, the name alone. */
export function CustodianLink({ held, children, to = '.', tabIndex }: Props) {
  const { custodians } = useViewer()
  const row = custodianOf(custodians, held)?.key
  if (row === undefined) return children
  const search = (present: UrlSearch) => (to === '.' ? { ...present, row } : { row })
  return (
    <Link to={to} search={search} tabIndex={tabIndex}>
      {children}
    </Link>
  )
}
