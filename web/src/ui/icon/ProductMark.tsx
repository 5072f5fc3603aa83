import { Logo } from './Logo.tsx'
import type { Product } from '../../session/configuration.ts'
import styles from './ProductMark.module.css'

/** Logo and name, as they stand in the navigation and on the login. */
export function ProductMark({ product, ground = 'page' }: { product: Product; ground?: 'page' | 'brand' }) {
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
