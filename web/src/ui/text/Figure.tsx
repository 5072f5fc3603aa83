import { Fragment } from 'react'
import styles from './Figure.module.css'

/** Between two groups of three digits, and before the decimals. */
const BREAKS = /(?<=,)|(?=\.)/

/** A number, with every digit: where it is longer than its line it goes on in the next one, group by group. */
export const Figure = ({ text }: { text: string }) => (
  <span className={styles.figure} data-figure="">
    {text.split(BREAKS).map((group, index) => (
      // The groups of a number have no order but their own.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {group}
      </Fragment>
    ))}
  </span>
)
