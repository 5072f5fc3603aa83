import styles from './ShareBar.module.css'

type Props = {
  part: bigint
  whole: bigint
  tone?: 'available' | 'earmarked'
}

/** A share as a bar, beside its number. */
export function ShareBar({ part, whole, tone = 'earmarked' }: Props) {
  const percent = whole === 0n ? 0 : Number((part * 1000n) / whole) / 10
  return (
    <span className={styles.track} data-tone={tone} aria-hidden>
      <span className={styles.fill} style={{ width: `${percent}%` }} />
    </span>
  )
}
