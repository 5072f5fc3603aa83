import styles from './InstrumentName.module.css'

type Props = {
  name: string | undefined
  isCode: boolean | undefined
  /** Its other name, below. */
  under?: string | undefined
}

/** The name of an instrument; a code is set in figures of one width. */
export const InstrumentName = ({ name, isCode, under }: Props) => (
  <span className={under === undefined ? undefined : styles.stack}>
    <span className={isCode ? styles.code : undefined}>{name}</span>
    {under !== undefined && <span className={styles.under}>{under}</span>}
  </span>
)
