import { readPreference, writePreference } from '../../lib/preferences.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import styles from './LayoutToggle.module.css'

const LAYOUTS = ['table', 'inventory'] as const
export type HoldingsLayout = (typeof LAYOUTS)[number]

const PREFERENCE = 'holdings.layout'

/** The layout in the address, otherwise the one that the user chose last. */
export const layoutOf = (inAddress: string | undefined): HoldingsLayout =>
  LAYOUTS.find((layout) => layout === (inAddress ?? readPreference(PREFERENCE))) ?? 'table'

type Props = { value: HoldingsLayout; onChange: (layout: HoldingsLayout) => void }

/** Holdings as a table or as an inventory of bars; this browser remembers the choice. */
export function LayoutToggle({ value, onChange }: Props) {
  return (
    <span className={styles.toggle} role="group" aria-label={t('Holdings.layout')}>
      {LAYOUTS.map((layout) => (
        <Button
          key={layout}
          variant="quiet"
          size="small"
          aria-pressed={layout === value}
          onClick={() => {
            writePreference(PREFERENCE, layout)
            onChange(layout)
          }}
        >
          {t(`Holdings.layout_${layout}`)}
        </Button>
      ))}
    </span>
  )
}
