import { readableText } from '@connex/protocol'
import styles from './WrittenText.module.css'

/** What somebody wrote, as it was written: its lines, its direction, and a mark for whatever hides in it. */
export const WrittenText = ({ text }: { text: string }) => (
  <span className={styles.written} dir="auto">
    {readableText(text)}
  </span>
)
