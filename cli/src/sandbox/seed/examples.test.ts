// The sandbox's examples obey the rules of the real world.
import { businessDayFrom, closureOf, isIsin, isLei, isWkn, RepoTerms, TARGET } from '@connex/protocol'
import { couponDates, couponScheduleOf, noticeDate } from '@connex/protocol/calendar'
import { expect, test } from 'vitest'
import { DEALS, loanTerms, repoDates } from './deals.ts'
import { INSTRUMENTS } from './instruments.ts'
import { TENANTS } from './tenants.ts'

const DAY_MS = 24 * 3600 * 1000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
/** The last minute of each day of five years. */
const everyDay = (): number[] =>
  Array.from({ length: 5 * 366 }, (_, index) => Date.UTC(2026, 0, 1, 23, 59) + index * DAY_MS)

test('every LEI has the check digits of ISO 17442, and no two tenants share one', () => {
  expect(TENANTS.filter(({ lei }) => !isLei(lei))).toEqual([])
  expect(new Set(TENANTS.map(({ lei }) => lei)).size).toBe(TENANTS.length)
})

test('every ISIN has its check digit, every WKN the right form, and no two instruments share an identifier', () => {
  const isRight = {
    ISIN: isIsin,
    WKN: isWkn,
    DOCUMENT_REFERENCE: (text: string) => /^0x[0-9a-f]{64}$/.test(text),
  }
  expect(INSTRUMENTS.filter((one) => !isRight[one.identifierType](one.identifier))).toEqual([])
  expect(new Set(INSTRUMENTS.map(({ identifier }) => identifier)).size).toBe(INSTRUMENTS.length)
})

test('every repo starts and ends on a business day, whenever the sandbox starts', () => {
  const repos = DEALS.filter(({ kind }) => kind === 'repo')
  expect(repos.length).toBeGreaterThan(3)
  for (const now of everyDay())
    for (const repo of repos) {
      const { purchaseDate, repurchaseDate } = repoDates(now, repo)
      const dates = [purchaseDate, repurchaseDate ?? purchaseDate]
      expect(dates.filter((date) => closureOf(date, TARGET) !== undefined)).toEqual([])
      const terms = { purchasePrice: '98.00', rate: '2.14', dayCount: 'ACT/360', ...repoDates(now, repo) }
      expect(RepoTerms.safeParse(terms).success).toBe(true)
      if (repo.until !== 'settled') expect(purchaseDate >= dayOf(now)).toBe(true)
    }
})

test('a settled repo has begun, falls due within six weeks, and one of them on the next business day', () => {
  const settled = DEALS.filter(({ kind, until, term }) => kind === 'repo' && until === 'settled' && term)
  for (const now of everyDay()) {
    const dates = settled.map((repo) => repoDates(now, repo))
    expect(dates.every(({ purchaseDate }) => purchaseDate <= dayOf(now))).toBe(true)
    const ends = dates.map(({ repurchaseDate = '' }) => repurchaseDate)
    expect(ends).toContain(businessDayFrom(dayOf(now + DAY_MS), TARGET))
    expect(ends.every((end) => end > dayOf(now) && end <= dayOf(now + 42 * DAY_MS))).toBe(true)
  }
})

test('one loan is evergreen, and one has to be extended within six weeks', () => {
  for (const now of everyDay()) {
    const [evergreen, extendable] = (['EVERGREEN', 'EXTENDABLE'] as const).map((notice) => {
      const loan = loanTerms(now, notice)
      expect(closureOf(loan.startDate, TARGET)).toBeUndefined()
      const { endDate = null, noticeDays, termType } = loan
      return noticeDate({ endDate, noticeDays, termType }, dayOf(now), TARGET)
    })
    expect([evergreen?.kind, extendable?.kind]).toEqual(['EVERGREEN', 'NOTICE'])
    for (const found of [evergreen, extendable]) {
      expect(found?.date && found.date > dayOf(now)).toBe(true)
      expect(found?.date && found.date <= dayOf(now + 42 * DAY_MS)).toBe(true)
    }
  }
})

test('every schedule of coupons can be read, and one of them pays within a month', () => {
  const paying = INSTRUMENTS.filter(({ terms }) => terms.customFields !== undefined)
  const schedules = paying.map(({ terms }) => couponScheduleOf(terms))
  expect(schedules).not.toContain(undefined)
  const now = Date.now()
  const next = schedules.flatMap((schedule) =>
    schedule === undefined ? [] : couponDates(schedule, dayOf(now), dayOf(now + 31 * DAY_MS)),
  )
  expect(next.length).toBeGreaterThan(0)
})
