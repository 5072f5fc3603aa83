import { readableText, type ForeignText } from '@connex/protocol'
import styles from './WrittenText.module.css'

/**
 * A user's text, with its lines and direction, and a mark for each hidden character.
 * @example <WrittenText text={transfer.description} />
 */
export const WrittenText = ({ text }: { text: ForeignText }) => (
  <span className={styles.written} dir="auto">
    {readableText(text)}
  </span>
)
