import styles from './InstrumentName.module.css'

/** What an instrument is called: a code in figures of one width, a name as it is. */
export const InstrumentName = ({
  name,
  isCode,
}: {
  name: string | undefined
  isCode: boolean | undefined
}) => <span className={isCode ? styles.code : undefined}>{name}</span>
