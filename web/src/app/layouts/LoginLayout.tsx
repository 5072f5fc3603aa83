import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import type { Product } from '../../session/configuration.ts'
import { ProductMark } from '../../ui/icon/ProductMark.tsx'
import styles from './LoginLayout.module.css'

/** The product on one side, the login on the other. */
export function LoginLayout({ product, children }: { product: Product; children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <section className={styles.brand} aria-label={product.name}>
        <svg className={styles.art} viewBox="0 0 600 600" aria-hidden>
          <path className={styles.outer} d="M440 103a250 250 0 1 0 0 394" />
          <path className={styles.ring} d="M430 190a170 170 0 1 0 0 220" />
          <path className={styles.line} d="M300 300h300" />
        </svg>
        <ProductMark product={product} ground="brand" />
        <p className={styles.slogan}>{product.slogan}</p>
        <p className={styles.promise}>{t('Login.promise')}</p>
      </section>
      <main className={styles.content}>{children}</main>
    </div>
  )
}
