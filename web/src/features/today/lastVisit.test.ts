import { expect, it } from 'vitest'
import { lastVisitOf } from './lastVisit.ts'

const NOW = 1_795_000_000
const FIRST = { since: NOW - 86_400, isFirst: true }

it.each([undefined, '', 'yesterday', '-1', String(NOW + 60)])(
  'looks back over a day if %j is stored',
  (stored) => {
    expect(lastVisitOf(stored, NOW)).toEqual(FIRST)
  },
)

it('looks back to the stored moment', () => {
  expect(lastVisitOf(String(NOW - 60), NOW)).toEqual({ since: NOW - 60, isFirst: false })
})
