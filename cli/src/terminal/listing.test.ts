import { expect, test } from 'vitest'
import { listing } from './listing.ts'

const columns = [
  { title: 'Tenant', of: ({ name }: { name: string; held: string }) => name },
  { title: 'Quantity', of: ({ held }: { held: string }) => held, isRight: true },
]
const listOf = (...items: { name: string; held: string }[]) =>
  listing({ items, page: 1, totalItemCount: 5 }, columns, 'No tenants found.')

test('CSV keeps a spreadsheet from running a text, and quotes what separates cells', () => {
  const { csv } = listOf(
    { name: '=HYPERLINK("x")', held: '1' },
    { name: ' +1', held: '2' },
    { name: 'A, "B"', held: '3' },
  )
  expect(csv).toBe('Tenant,Quantity\r\n"\'=HYPERLINK(""x"")",1\r\n"\' +1",2\r\n"A, ""B""",3\r\n')
})

test('CSV writes numbers with a point only, and other right-aligned cells as they are', () => {
  expect(listOf({ name: 'Alpenbank', held: '1,000,000.50' }).csv).toContain('Alpenbank,1000000.50\r\n')
  expect(listOf({ name: 'Alpenbank', held: '1,000 DE000A1EWWW0 @11' }).csv).toContain(
    'Alpenbank,"1,000 DE000A1EWWW0 @11"',
  )
})

test('CSV has the whole of what a table cuts short', () => {
  const cut = { title: 'Id', of: () => '0x12…ef', whole: () => '0x1234ef' }
  const { text, csv } = listing({ items: [{}], page: 1, totalItemCount: 1 }, [cut], 'None.')
  expect(text).toContain('0x12…ef')
  expect(csv).toBe('Id\r\n0x1234ef\r\n')
})

test('a list has a table with its place in the whole, and CSV has its titles without rows', () => {
  expect(listOf({ name: 'Alpenbank', held: '1' }).text).toBe(
    'Tenant     Quantity\nAlpenbank         1\n\n1 of 5, page 1; next: --page 2',
  )
  expect(listing({ items: [], page: 1, totalItemCount: 0 }, columns, 'No tenants found.')).toEqual({
    text: 'No tenants found.\n\n0 in total',
    csv: 'Tenant,Quantity\r\n',
    footer: '0 in total',
  })
})
