import { expect, it } from 'vitest'
import { sheetCell } from './Sheet.ts'
import { writeCsv } from './writeCsv.ts'
import { writeXlsx } from './writeXlsx.ts'

const text = (shown: string) => sheetCell(shown, false)
const sheetOf = (...cells: ReturnType<typeof sheetCell>[]) => ({
  name: 'Holdings',
  header: ['A'],
  rows: [cells],
})
const csvOf = async (...cells: ReturnType<typeof sheetCell>[]) =>
  (await writeCsv(sheetOf(...cells)).text()).split('\r\n')[1]

/** The named part of an archive, by its local header. */
async function partOf(file: Blob, name: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const at = new TextDecoder('latin1').decode(bytes).indexOf(name) - 30
  const header = new DataView(bytes.buffer, at, 30)
  const from = at + 30 + header.getUint16(26, true)
  const packed = new Blob([bytes.subarray(from, from + header.getUint32(18, true))])
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1',
  '\t=1',
  '\r=1',
  '＝1',
  '\u200b=1',
  '=HYPERLINK("http://x","y")',
])('WEB-03 %j is text in a CSV file, and no formula', async (payload) => {
  expect(await csvOf(text(payload))).toMatch(/^"?'/)
})

it('WEB-03 a formula is typed as text in a workbook, and markup stays text', async () => {
  const sheet = await partOf(
    await writeXlsx(sheetOf(text('=1+1'), text('<b>&"'))),
    'xl/worksheets/sheet1.xml',
  )
  expect(sheet).toContain('<c t="inlineStr" s="0"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheet).toContain('&lt;b&gt;&amp;&quot;')
  expect(sheet).not.toContain('<f>')
})

it('quotes separators, quotes and line ends', async () => {
  expect(await csvOf(text('a"b'), text('c,d'), text('plain'))).toBe('"a""b","c,d",plain')
})

it('keeps quantities exact: as numbers where a double holds them, as text where it does not', async () => {
  const cells = [
    sheetCell('1,234.50', true),
    sheetCell('123,456,789,012,345,678.000001', true),
    sheetCell('−5', true),
  ]
  expect(await csvOf(...cells)).toBe('1234.50,123456789012345678.000001,-5')
  const sheet = await partOf(await writeXlsx(sheetOf(...cells)), 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<c><v>1234.50</v></c>')
  expect(sheet).toContain('>123456789012345678.000001</t>')
  expect(sheet).toContain('<c><v>-5</v></c>')
})

it('takes no amount of cash with its currency for a number', () => {
  expect(sheetCell('24,650,000.00 EUR', true)).toEqual({ kind: 'text', text: '24,650,000.00 EUR' })
})
