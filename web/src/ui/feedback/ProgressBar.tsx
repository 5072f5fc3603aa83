import styles from './ProgressBar.module.css'

type Props = {
  label: string
  /** Between 0 and 1; undefined if the progress is unknown. */
  value?: number | undefined
}

export function ProgressBar({ label, value }: Props) {
  const percent = value === undefined ? undefined : Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={styles.fill}
        data-unknown={percent === undefined || undefined}
        style={{ width: `${percent ?? 30}%` }}
      />
    </div>
  )
}
