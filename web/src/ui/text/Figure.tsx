import { Fragment } from 'react'
import { cx } from '../../lib/dom.ts'
import styles from './Figure.module.css'

/** Between two groups of three digits, and before the decimals. */
const BREAKS = /(?<=,)|(?=\.)/

/** A number with all its digits: if it is longer than its line, it wraps between groups. */
export const Figure = ({ text }: { text: string }) => (
  <span className={styles.figure} data-figure="">
    <Groups text={text} />
  </span>
)

/**
 * The same in a column: points are below points, whatever the number of decimals, so that two numbers can be compared. A
 * currency comes first, or below the number where both need more than a line; another unit follows the decimals.
 */
export function AlignedFigure({ text, unit }: { text: string; unit?: string }) {
  const [, currency, whole = text, decimals = ''] = /^(?:([A-Z]{3}) )?([^.]*?)((?:\.\d+)?)$/.exec(text) ?? []
  const number = (
    <>
      <Groups text={whole} />
      <span className={styles.decimals}>{decimals}</span>
    </>
  )
  return (
    <span className={cx(styles.figure, currency !== undefined && styles.cash)} data-figure="">
      {currency !== undefined && <span className={styles.currency}>{currency} </span>}
      {currency === undefined ? number : <span className={styles.number}>{number}</span>}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}

const Groups = ({ text }: { text: string }) =>
  text.split(BREAKS).map((group, index) => (
    // The groups of a number never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ))
