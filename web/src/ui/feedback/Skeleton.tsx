import styles from './Skeleton.module.css'

/** A bar in place of a text that is loading. */
export function Skeleton({ width = 'medium' }: { width?: 'short' | 'medium' | 'long' | 'full' }) {
  return <span className={styles.bar} data-width={width} aria-hidden />
}
