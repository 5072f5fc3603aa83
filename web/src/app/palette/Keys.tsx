import { Icon, type IconName } from '../../ui/icon/Icon.tsx'
import styles from './Keys.module.css'

// The font of the product has no such arrows.
const ARROWS: Partial<Record<string, IconName>> = { '←': 'chevron-left', '→': 'chevron-right' }

/** A keyboard shortcut, each key in a frame of its own: `<Keys keys="Ctrl K" />` */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, index) => (
        // A key may occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <kbd key={index} className={styles.key}>
          <Key name={key} />
        </kbd>
      ))}
    </span>
  )
}

function Key({ name }: { name: string }) {
  const arrow = ARROWS[name]
  if (arrow === undefined) return name
  return (
    <>
      <span className={styles.spoken}>{name}</span>
      <Icon name={arrow} />
    </>
  )
}
