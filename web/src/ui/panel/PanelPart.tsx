import type { ReactNode } from 'react'
import { panels } from '../../messages/en/panels/panels.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { PanelSection } from './SidePanel.tsx'

addMessages(panels)

type Props<Data> = {
  title: string
  query: { data: Data | undefined; error: unknown }
  /** Above what was read, also while it loads and if it fails. */
  head?: ReactNode
  /** In place of the sentence that says nothing but that it failed. */
  failure?: string | undefined
  children: (data: Data) => ReactNode
}

/** A section with a read of its own: a bar while it loads, a sentence if it fails; the rest of the panel stays. */
export function PanelPart<Data>({ title, query, head, failure, children }: Props<Data>) {
  const { data, error } = query
  return (
    <PanelSection title={title}>
      {head}
      {error !== null ? (
        <p role="alert">{failure ?? t('Panel.failure')}</p>
      ) : data === undefined ? (
        <Skeleton width="full" />
      ) : (
        children(data)
      )}
    </PanelSection>
  )
}
