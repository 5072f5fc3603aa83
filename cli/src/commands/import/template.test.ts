// docs/import.md: `npx vitest run cli/src/commands/import/template.test.ts -u` writes it.
import { readFileSync } from 'node:fs'
import { TRANSFER_KINDS } from '@connex/protocol'
import { expect, test } from 'vitest'
import { COLUMNS, importColumns, titleOf, useOf } from './columns.ts'
import { readCsv } from './csvFile.ts'
import { importPage, templateOf } from './template.ts'

const read = (text: string) =>
  readCsv({ file: '-', readInput: async () => Buffer.from(text), isNumber: () => false })

test.each(TRANSFER_KINDS)(
  'the template of %s has the columns that the type uses, and a row whose cells parse',
  async (type) => {
    const { titles, rows, faults } = await read(templateOf(type))
    expect(faults).toEqual([])
    expect(rows).toHaveLength(1)
    const used = COLUMNS.filter((column) => useOf(column, type) !== 'unused')
    expect(titles).toEqual(used.map(titleOf))
    for (const column of used) {
      const cell = rows[0]?.cells.get(titleOf(column)) ?? ''
      expect(importColumns[column].read([cell], titleOf(column))).toBeDefined()
    }
  },
)

test('docs/examples/transfers.csv has every column, a row of each type, and is what README imports', async () => {
  const root = new URL('../../../../', import.meta.url)
  const { titles, rows, faults } = await read(
    readFileSync(new URL('docs/examples/transfers.csv', root), 'utf8'),
  )
  expect(faults).toEqual([])
  expect(titles).toEqual(COLUMNS.map(titleOf))
  expect(new Set(rows.map(({ cells }) => cells.get('type')))).toEqual(new Set(TRANSFER_KINDS))
  expect(readFileSync(new URL('README.md', root), 'utf8')).toContain(
    'connex import docs/examples/transfers.csv --dry-run',
  )
})

test('docs/import.md explains each column', async () => {
  for (const column of COLUMNS) expect(importPage()).toContain(`| \`${titleOf(column)}\` `)
  await expect(importPage()).toMatchFileSnapshot('../../../../docs/import.md')
})
