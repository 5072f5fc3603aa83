import type { ReactNode } from 'react'
import { panels } from '../../messages/en/panels/panels.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { PanelSection } from './SidePanel.tsx'

addMessages(panels)

type Props<Data> = {
  title: string
  query: { data: Data | undefined; error: unknown }
  children: (data: Data) => ReactNode
}

/** A section with a read of its own: a bar while it loads, a sentence if it fails; the rest of the panel stays. */
export function PanelPart<Data>({ title, query, children }: Props<Data>) {
  const { data, error } = query
  return (
    <PanelSection title={title}>
      {error !== null ? (
        <p role="alert">{t('Panel.failure')}</p>
      ) : data === undefined ? (
        <Skeleton width="full" />
      ) : (
        children(data)
      )}
    </PanelSection>
  )
}
