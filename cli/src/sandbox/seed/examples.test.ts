// The sandbox's examples obey the rules of the real world.
import { closedBecause, isIsin, isLei, isWkn, RepoTerms } from '@connex/protocol'
import { expect, test } from 'vitest'
import { DEALS, repoDates } from './deals.ts'
import { INSTRUMENTS } from './instruments.ts'
import { TENANTS } from './tenants.ts'

const DAY_MS = 24 * 3600 * 1000

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
  const begin = Date.UTC(2026, 0, 1, 23, 59)
  for (let now = begin; now < begin + 5 * 366 * DAY_MS; now += DAY_MS)
    for (const { days } of repos) {
      const { purchaseDate, repurchaseDate } = repoDates(now, days)
      const dates = [purchaseDate, repurchaseDate ?? purchaseDate]
      expect(dates.filter((date) => closedBecause(date) !== undefined)).toEqual([])
      expect(Date.parse(purchaseDate)).toBeGreaterThan(now - DAY_MS)
      if (days !== undefined)
        expect(Date.parse(dates[1] ?? '') - Date.parse(purchaseDate)).toBeGreaterThanOrEqual(days * DAY_MS)
    }
  const terms = { purchasePrice: '98.00', rate: '2.14', dayCount: 'ACT/360', ...repoDates(begin, 1) }
  expect(RepoTerms.safeParse(terms).success).toBe(true)
})
