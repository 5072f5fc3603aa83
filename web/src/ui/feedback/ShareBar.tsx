import styles from './ShareBar.module.css'

/** A part of a whole at a glance; the number itself stands beside it in words. */
export function ShareBar({ part, whole }: { part: bigint; whole: bigint }) {
  const percent = whole === 0n ? 0 : Number((part * 1000n) / whole) / 10
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.fill} style={{ width: `${percent}%` }} />
    </span>
  )
}
