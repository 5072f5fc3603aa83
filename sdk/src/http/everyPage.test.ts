import { expect, test } from 'vitest'
import { everyPage } from './everyPage.ts'

const serve = (total: number) => {
  const asked: number[] = []
  const read = async ({ page, itemsPerPage }: { page: number; itemsPerPage: number }) => {
    asked.push(page)
    const items = Array.from({ length: total }, (_, index) => index).slice(
      (page - 1) * itemsPerPage,
      page * itemsPerPage,
    )
    return { items, pageItemCount: items.length, totalItemCount: total }
  }
  return { asked, read }
}

test.each([
  [0, 1],
  [1, 1],
  [500, 1],
  [501, 2],
  [1234, 3],
])('%i items are read with %i requests', async (total, requests) => {
  const { asked, read } = serve(total)
  expect(await everyPage(read)).toHaveLength(total)
  expect(asked).toHaveLength(requests)
})

test('a list that shrinks meanwhile comes to its end', async () => {
  const read = async ({ page }: { page: number }) => ({
    items: page === 1 ? ['a'] : [],
    pageItemCount: 0,
    totalItemCount: 900,
  })
  expect(await everyPage(read)).toEqual(['a'])
})
