import styles from './Keys.module.css'

/** A keyboard shortcut, each key in a frame of its own: `<Keys keys="Ctrl K" />` */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, index) => (
        // A key may occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <kbd key={index} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
