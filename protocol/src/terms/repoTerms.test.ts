import { expect, test } from 'vitest'
import { isAfterPurchase, RepoTerms } from './repoTerms.ts'

const terms: RepoTerms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
  purchasePrice: '1000000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
}

test('terms that set the repurchase before the purchase are refused at their date', () => {
  expect(RepoTerms.safeParse({ ...terms, repurchaseDate: '2026-11-22' }).error?.issues[0]?.path).toEqual([
    'repurchaseDate',
  ])
  // Older clients stored such terms: they must remain readable.
  expect(RepoTerms.parse({ ...terms, repurchaseDate: '2026-11-23' }).repurchaseDate).toBe('2026-11-23')
})

test('a repo lasts at least a day: it ends neither before its purchase nor on the same day', () => {
  expect(isAfterPurchase('2026-11-23', '2026-11-22')).toBe(false)
  expect(isAfterPurchase('2026-11-23', '2026-11-23')).toBe(false)
  expect(isAfterPurchase('2026-11-23', '2026-11-24')).toBe(true)
})
