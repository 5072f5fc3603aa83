import styles from './InstrumentName.module.css'

type Props = {
  name: string | undefined
  isCode: boolean | undefined
  /** What else it is called, below. */
  under?: string | undefined
}

/** What an instrument is called: a code in figures of one width, a name as it is. */
export const InstrumentName = ({ name, isCode, under }: Props) => (
  <span className={under === undefined ? undefined : styles.stack}>
    <span className={isCode ? styles.code : undefined}>{name}</span>
    {under !== undefined && <span className={styles.under}>{under}</span>}
  </span>
)
