import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TotalsLine } from './TotalsLine.tsx'

/** What a reader hears: the texts without their elements. */
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')

test('sums have their units and notes, and without a sum there is no line', () => {
  const sums = [
    { id: 'EUR', amount: '1,000.00', unit: 'EUR', note: 'of 2 deals' },
    { id: 'count', amount: '3' },
  ]
  expect(textOf(renderToStaticMarkup(<TotalsLine label="Totals" sums={sums} />))).toBe(
    'Totals1,000.00 EUR of 2 deals3',
  )
  expect(renderToStaticMarkup(<TotalsLine label="Totals" sums={[]} />)).toBe('')
})
