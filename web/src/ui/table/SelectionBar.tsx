import { Suspense, type ReactNode } from 'react'
import { tableTools } from '../../messages/en/table/tableTools.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import type { MenuAction } from '../menu/MenuItem.ts'
import styles from './SelectionBar.module.css'

addMessages(tableTools)

type Props = { count: number; sums: ReactNode; actions: readonly MenuAction[]; onClear: () => void }

/** The number of selected rows, their sums and their actions. It covers the toolbar, so that no row moves. */
export default function SelectionBar({ count, sums, actions, onClear }: Props) {
  return (
    <div className={styles.bar} data-on={count > 0 || undefined}>
      <span className={styles.count} role="status">
        {count === 0 ? '' : t('Table.marked', { count })}
      </span>
      {count > 0 && (
        <>
          <div className={styles.sums}>
            <Suspense fallback={null}>{sums}</Suspense>
          </div>
          <div className={styles.actions}>
            {actions.map(({ id, label, icon, tone, disabledReason, onSelect }) => (
              <Button
                key={id}
                size="small"
                variant={tone === 'danger' ? 'danger' : 'secondary'}
                icon={icon}
                disabledReason={disabledReason}
                onClick={onSelect}
              >
                {label}
              </Button>
            ))}
          </div>
          <IconButton icon="close" size="small" label={t('Table.unmark')} onClick={onClear} />
        </>
      )}
    </div>
  )
}
