import { expect, it } from 'vitest'
import { dayRanges } from './dayRanges.ts'

it('counts five business days over a weekend, from a weekend on, and over Christmas', () => {
  const daysFrom = (today: string) => dayRanges(today, 'ahead').find(({ id }) => id === 'business_days')
  expect(daysFrom('2026-11-25')).toMatchObject({ from: '2026-11-25', to: '2026-12-01' })
  expect(daysFrom('2026-11-22')).toMatchObject({ from: '2026-11-22', to: '2026-11-27' })
  expect(daysFrom('2026-12-23')).toMatchObject({ from: '2026-12-23', to: '2026-12-30' })
})

it('spans the month from its first day to its last, in a leap year too', () => {
  const monthOf = (today: string) => dayRanges(today, 'behind').find(({ id }) => id === 'month')
  expect(monthOf('2028-02-10')).toMatchObject({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthOf('2026-12-31')).toMatchObject({ from: '2026-12-01', to: '2026-12-31' })
})

it('looks back over seven days, today included', () => {
  expect(dayRanges('2026-11-23', 'behind')[1]).toEqual({
    id: 'last_days',
    from: '2026-11-17',
    to: '2026-11-23',
  })
})
