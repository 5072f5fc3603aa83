import type { PositionTotal } from '@connex/protocol'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UnitTotal } from './UnitTotal.tsx'

const total = (quantity: string, earmarked: string, available: string) =>
  ({ unit: 'EUR', decimals: 2, quantity, earmarked, available, positions: 3, accounts: 1 }) as PositionTotal

const markupOf = (one: PositionTotal) => renderToStaticMarkup(<UnitTotal total={one} />)
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
const sharesOf = (markup: string) => [...markup.matchAll(/width:([\d.]+%)/g)].map(([, width]) => width)

it('shows what is available over what is earmarked, with their shares of the whole', () => {
  const markup = markupOf(total('300000', '100000', '200000'))
  expect(textOf(markup)).toBe('2,000.00 EUR nominal1,000.00 earmarked3 positions in 1 account')
  expect(sharesOf(markup)).toEqual(['66.6%', '33.3%'])
})

it('has one share where nothing is earmarked, and an empty one where nothing is held', () => {
  expect(sharesOf(markupOf(total('300000', '0', '300000')))).toEqual(['100%'])
  expect(sharesOf(markupOf(total('0', '0', '0')))).toEqual(['0%'])
})
