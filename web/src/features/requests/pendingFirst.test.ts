import { describe, expect, it } from 'vitest'
import { pagePendingFirst } from './pendingFirst.ts'

/** Lists of so many rows, paged as the server pages. */
const lists = (pending: number, ended: number) => {
  const rows = {
    pending: Array.from({ length: pending }, (_, index) => `p${index}`),
    ended: Array.from({ length: ended }, (_, index) => `e${index}`),
  }
  return (part: 'pending' | 'ended', { page, itemsPerPage }: { page: number; itemsPerPage: number }) => {
    const items = rows[part].slice((page - 1) * itemsPerPage, page * itemsPerPage)
    return Promise.resolve({ items, pageItemCount: items.length, totalItemCount: rows[part].length })
  }
}

describe('pagePendingFirst', () => {
  it('lists nothing past the end, and still says how many there are', async () => {
    expect(await pagePendingFirst(lists(2, 3), { page: 4, itemsPerPage: 2 })).toEqual({
      items: [],
      pageItemCount: 0,
      totalItemCount: 5,
    })
  })

  it('lists every row once, pending ones first, whatever the size of a page', async () => {
    for (const [pending, ended] of [
      [0, 0],
      [0, 7],
      [7, 0],
      [3, 8],
      [5, 5],
      [6, 1],
    ] as const)
      for (const itemsPerPage of [1, 2, 3, 5, 50]) {
        const list = lists(pending, ended)
        const seen: string[] = []
        for (let page = 1; seen.length < pending + ended; page += 1)
          seen.push(...(await pagePendingFirst(list, { page, itemsPerPage })).items)
        expect(seen).toEqual([
          ...(await list('pending', { page: 1, itemsPerPage: 50 })).items,
          ...(await list('ended', { page: 1, itemsPerPage: 50 })).items,
        ])
      }
  })
})
