import styles from './Skeleton.module.css'

/** The shape of what is coming: a bar as long as the words will be. */
export function Skeleton({ width = 'medium' }: { width?: 'short' | 'medium' | 'long' | 'full' }) {
  return <span className={styles.bar} data-width={width} aria-hidden />
}
