import { Link, useParams } from '@tanstack/react-router'
import type { Custodian } from '@connex/sdk'
import type { ReactNode } from 'react'
import { useViewer } from '../../lib/Viewer.ts'
import { notFound } from '../../messages/en/notFound.ts'
import { addMessages, t } from '../../messages/t.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

addMessages(notFound)

/** Renders with the custodian of the address, or explains that there is none. */
export function WithCustodian({ children }: { children: (custodian: Custodian) => ReactNode }) {
  const { custodians } = useViewer()
  const { custodianKey } = useParams({ strict: false })
  const custodian = custodians.find(({ key }) => key === custodianKey?.toLowerCase())
  if (custodian === undefined)
    return (
      <EmptyState
        icon="custodians"
        isScreen
        title={t('NotFound.unknown_custodian')}
        action={<Link to="/custodians">{t('NotFound.back')}</Link>}
      >
        {t('NotFound.unknown_custodian_text')}
      </EmptyState>
    )
  return children(custodian)
}
