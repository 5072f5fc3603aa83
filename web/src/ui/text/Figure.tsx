import { Fragment } from 'react'
import styles from './Figure.module.css'

/** Between two groups of three digits, and before the decimals. */
const BREAKS = /(?<=,)|(?=\.)/

/** A number with all its digits: if it is longer than its line, it wraps between groups. */
export const Figure = ({ text }: { text: string }) => (
  <span className={styles.figure} data-figure="">
    {text.split(BREAKS).map((group, index) => (
      // The groups of a number never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {group}
      </Fragment>
    ))}
  </span>
)
