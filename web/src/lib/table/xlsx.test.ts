// A workbook as a spreadsheet opens it: from the end, by the central directory (APPNOTE 6.3), every field believed or refused.
import { expect, it } from 'vitest'
import { sheetCell, type Sheet } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30

type Entry = { name: string; from: number; to: number; text: string; next: number }

/** The parts of an archive, in the order of its directory. */
async function readZip(file: Blob): Promise<Entry[]> {
  const view = new DataView(await file.arrayBuffer())
  const end = view.byteLength - END_LENGTH
  const count = view.getUint16(end + 10, true)
  const size = view.getUint32(end + 12, true)
  const start = view.getUint32(end + 16, true)
  expect(view.getUint32(end, true), 'the end record').toBe(0x06054b50)
  expect(shorts(view, end + 4, 2), 'of one disk').toEqual([0, 0])
  expect(view.getUint16(end + 8, true), 'as many on this disk as in all').toBe(count)
  expect(view.getUint16(end + 20, true), 'without a comment').toBe(0)
  expect(start + size, 'the directory reaches to the end record').toBe(end)
  const entries: Entry[] = []
  for (let at = start; at < end; at = entries.at(-1)?.next ?? end) entries.push(await readEntry(view, at))
  expect(entries.length).toBe(count)
  const begins = [0, ...entries.map(({ to }) => to)]
  expect([...entries.map(({ from }) => from), start], 'nothing between the parts').toEqual(begins)
  return entries
}

/** One entry of the directory, and the part that it points to. */
async function readEntry(view: DataView<ArrayBuffer>, at: number): Promise<Entry> {
  expect(view.getUint32(at, true), 'an entry of the directory').toBe(0x02014b50)
  const [checksum = 0, packed = 0, unpacked = 0] = longs(view, at + 16, 3)
  const nameLength = view.getUint16(at + 28, true)
  const name = textOf(view, at + CENTRAL_LENGTH, nameLength)
  expect(shorts(view, at + 6, 3), `${name} is deflated, its name in UTF-8`).toEqual([20, 0x800, 8])
  expect(shorts(view, at + 30, 4), `${name} has no extra field, comment or disk`).toEqual([0, 0, 0, 0])
  expect(view.getUint32(at + 38, true), `${name} has no attributes`).toBe(0)
  const from = view.getUint32(at + 42, true)
  expect(view.getUint32(from, true), `${name} lies where the directory says`).toBe(0x04034b50)
  // From the version that is needed to the lengths, both headers have the same fields.
  expect(shorts(view, from + 4, 13), `${name} has one description`).toEqual(shorts(view, at + 6, 13))
  expect(textOf(view, from + LOCAL_LENGTH, nameLength)).toBe(name)
  const body = from + LOCAL_LENGTH + nameLength
  const bytes = await inflate(new Uint8Array(view.buffer, body, packed))
  expect(bytes.length, `${name} has its length`).toBe(unpacked)
  expect(checksumOf(bytes), `${name} has its checksum`).toBe(checksum)
  const text = new TextDecoder().decode(bytes)
  return { name, from, to: body + packed, text, next: at + CENTRAL_LENGTH + nameLength }
}

const shorts = (view: DataView, at: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => view.getUint16(at + 2 * index, true))
const longs = (view: DataView, at: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => view.getUint32(at + 4 * index, true))
const textOf = (view: DataView<ArrayBuffer>, at: number, length: number): string =>
  new TextDecoder().decode(new Uint8Array(view.buffer, at, length))

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** CRC-32, bit by bit. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

const text = (shown: string) => sheetCell(shown, false)
const sheetOf = (...cells: Sheet['rows'][number]): Sheet => ({
  name: 'Holdings',
  header: ['A'],
  rows: [cells],
})

/** The rows of a workbook. */
async function worksheetOf(sheet: Sheet): Promise<string> {
  const parts = await readZip(await writeXlsx(sheet))
  return parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.text ?? ''
}

it('opens by its central directory: every part with its place, sizes and checksum, and nothing beside them', async () => {
  const parts = await readZip(await writeXlsx(sheetOf(text('Rhône €'), sheetCell('1.5', true))))
  expect(parts.map(({ name }) => name)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(parts.at(-1)?.text).toContain('Rhône €')
})

it('WEB-03 a formula is typed as text, and markup stays text', async () => {
  const sheet = await worksheetOf(sheetOf(text('=1+1'), text('<b>&"')))
  expect(sheet).toContain('<c t="inlineStr" s="0"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheet).toContain('&lt;b&gt;&amp;&quot;')
  expect(sheet).not.toContain('<f>')
})

it('keeps quantities exact: as numbers where a double holds them, as text where it does not', async () => {
  const shown = [
    '1,234.50',
    '123,456,789,012,345,678.000001',
    '−5',
    '12,642,500,000,123.000',
    '0.000001',
    '1,234,567,890,123,456',
  ]
  const cells = shown.map((one) => sheetCell(one, true))
  const sheet = await worksheetOf(sheetOf(...cells))
  expect(sheet).toContain('<c><v>1234.50</v></c>')
  expect(sheet).toContain('>123456789012345678.000001</t>')
  expect(sheet).toContain('<c><v>-5</v></c>')
  expect(sheet).toContain('<c><v>12642500000123.000</v></c>')
  expect(sheet).toContain('<c><v>0.000001</v></c>')
  expect(sheet).toContain('>1234567890123456</t>')
})
