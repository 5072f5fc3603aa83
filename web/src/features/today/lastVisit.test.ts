import { expect, it } from 'vitest'
import { lastVisitOf } from './lastVisit.ts'

const NOW = 1_795_000_000
const DAY = 86_400

it.each([undefined, '', 'yesterday', '-1 -1', `${NOW}`, `${NOW} 0`, `${NOW + DAY} ${NOW}`, `0 ${NOW}`])(
  'looks back over a day if %j is stored',
  (stored) => {
    expect(lastVisitOf(stored, NOW)).toEqual({ since: NOW - DAY, at: NOW - DAY, isFirst: true })
  },
)

it('looks back to the stored moment of the ledger, which may be ahead of the computer', () => {
  const stored = `${NOW + 5} ${NOW - 60}`
  expect(lastVisitOf(stored, NOW)).toEqual({ since: NOW + 5, at: NOW - 60, isFirst: false })
})
