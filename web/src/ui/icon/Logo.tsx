import styles from './Logo.module.css'

/** Our mark: a ring that lets one line in. */
export function Logo({ size = 30, ground = 'page' }: { size?: number; ground?: 'page' | 'brand' }) {
  return (
    <svg
      className={styles.logo}
      data-icon="logo"
      data-ground={ground}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden
    >
      <rect className={styles.plate} width="32" height="32" rx="9" />
      <path className={styles.ring} d="M20.5 10.2a7 7 0 1 0 0 11.6" />
      <path className={styles.line} d="M16 16h9" />
    </svg>
  )
}
