import { palette } from '../../messages/en/palette.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import styles from './CommandPalette.module.css'

addMessages(palette)

const KEYS = [
  ['Navigation.anywhere', 'Ctrl K'],
  ['Keys.holdings', 'g h'],
  ['Keys.transactions', 'g t'],
  ['Keys.custodians', 'g c'],
  ['Keys.create', 'c'],
  ['Keys.search', '/'],
  ['Keys.rows', 'Up, Down'],
  ['Keys.cells', 'Left, Right'],
  ['Keys.open', 'Enter'],
  ['Keys.mark', 'Space'],
  ['Keys.mark_all', 'Ctrl A'],
  ['Keys.width', 'Shift Left, Right'],
  ['Keys.order', 'Alt Left, Right'],
  ['Keys.rail', '['],
  ['Keys.back', 'Esc'],
  ['Keys.keys', '?'],
] as const

/** Every keyboard shortcut of this client. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Palette.keys')} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([key, keys]) => (
          <div key={key} className={styles.pair}>
            <dt>{t(key)}</dt>
            <dd>
              <kbd className={styles.key}>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
