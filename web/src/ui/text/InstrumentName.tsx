import type { ReactNode } from 'react'
import { instrumentParts } from '../../lib/identifiers.ts'
import styles from './InstrumentName.module.css'

type Props = {
  identifier: string
  label: string | null | undefined
  /** Beside the code, such as that the registry is suspended. */
  children?: ReactNode
}

/** An instrument as a desk calls it, with its code below. */
export function InstrumentName({ identifier, label, children }: Props) {
  const { name, code } = instrumentParts(identifier, label)
  return (
    <span className={styles.stack}>
      <span className={code === undefined ? styles.code : styles.name}>{name}</span>
      {(code !== undefined || children !== undefined) && (
        <span className={styles.under}>
          {code} {children}
        </span>
      )}
    </span>
  )
}
