import styles from './ProductMark.module.css'

type Props = {
  product: {
    name: string
    /** Empty for our own logo. */
    logoUrl: string
  }
  ground?: 'page' | 'brand'
}

/** Logo and name, in the navigation and on the login. */
export function ProductMark({ product, ground = 'page' }: Props) {
  return (
    <span className={styles.mark}>
      {product.logoUrl === '' ? (
        <Logo ground={ground} />
      ) : (
        <img src={product.logoUrl} alt="" width={30} height={30} />
      )}
      {product.name}
    </span>
  )
}

/** Our logo: a ring that lets one line in. */
function Logo({ ground }: { ground: 'page' | 'brand' }) {
  return (
    <svg
      className={styles.logo}
      data-icon="logo"
      data-ground={ground}
      width={30}
      height={30}
      viewBox="0 0 32 32"
      aria-hidden
    >
      <rect className={styles.plate} width="32" height="32" rx="9" />
      <path className={styles.ring} d="M20.5 10.2a7 7 0 1 0 0 11.6" />
      <path className={styles.line} d="M16 16h9" />
    </svg>
  )
}
