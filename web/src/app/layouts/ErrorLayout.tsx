import type { ReactNode } from 'react'
import { ProductMark } from '../../ui/icon/ProductMark.tsx'
import { useSession } from '../../session/useSession.ts'
import styles from './ErrorLayout.module.css'

/** One message and a link back, without the navigation. */
export function ErrorLayout({ children }: { children: ReactNode }) {
  const { product } = useSession()
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <ProductMark product={product} />
      </header>
      <main className={styles.content}>{children}</main>
    </div>
  )
}
