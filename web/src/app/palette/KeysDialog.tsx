import { palette } from '../../messages/en/shell/palette.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SCREENS } from '../navigation/screens.ts'
import { Keys } from './Keys.tsx'
import styles from './KeysDialog.module.css'

addMessages(palette)

const KEYS = [
  ['Navigation.anywhere', 'Ctrl K'],
  ...SCREENS.map(({ label, keys }) => [label, keys] as const),
  ['Keys.create', 'c'],
  ['Keys.ticket_FOP', 't'],
  ['Keys.ticket_REPO', 'r'],
  ['Keys.ticket_SEC_LEND', 'l'],
  ['Keys.search', '/'],
  ['Keys.rows', '↑ ↓'],
  ['Keys.cells', '← →'],
  ['Keys.open', 'Enter'],
  ['Keys.mark', 'Space'],
  ['Keys.mark_all', 'Ctrl A'],
  ['Keys.width', 'Shift ← →'],
  ['Keys.order', 'Alt ← →'],
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
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
