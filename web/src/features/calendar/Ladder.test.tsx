import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Ladder } from './Ladder.tsx'
import { ladderDays } from './sixWeeks.ts'

const TODAY = '2026-12-23'

test('the ladder hatches weekends and holidays and marks today and the chosen day, with the names of holidays above its bars', () => {
  const days = ladderDays([], TODAY, [])
  const markup = renderToStaticMarkup(
    <Ladder
      events={[]}
      days={days}
      today={TODAY}
      selected="2026-12-28"
      onDay={() => undefined}
      warningsOf={() => []}
      noteOf={() => undefined}
      renderAction={() => null}
    />,
  )
  const columns = [...markup.matchAll(/<span class="[^"]*column[^"]*"([^>]*)>/g)].map(
    ([, attributes = ''], index) => ({ date: days[index]?.date, attributes }),
  )
  const marked = (name: string) =>
    columns.filter(({ attributes }) => attributes.includes(name)).map(({ date }) => date)
  expect(columns).toHaveLength(42)
  expect(marked('data-closed').slice(0, 3)).toEqual(['2026-12-25', '2026-12-26', '2026-12-27'])
  expect(marked('data-today')).toEqual([TODAY])
  expect(marked('data-selected')).toEqual(['2026-12-28'])
  const names = [...markup.matchAll(/<span class="[^"]*holiday[^"]*"[^>]*>([^<]*)</g)].map(([, name]) => name)
  expect(names).toEqual(['Christmas Day', 'New Year’s Day'])
  expect(markup.indexOf('Christmas Day')).toBeGreaterThan(markup.indexOf('role="group"'))
})
