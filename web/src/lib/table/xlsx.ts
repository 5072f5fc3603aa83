// A workbook of one sheet, written by hand: packages for this deflate in workers from blob addresses, which the page's
// policy forbids. Text cells are typed as text, so that no spreadsheet runs them as formulas.
import type { Sheet, SheetCell } from './sheet.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** A double holds this many digits exactly; longer numbers are written as text. Trailing zeros of a fraction do not count. */
const EXACT_DIGITS = 15
const BOLD = 1

export async function writeXlsx(sheet: Sheet): Promise<Blob> {
  const parts = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(sheet.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': worksheet(sheet),
  }
  const bytes = await zip(Object.entries(parts).map(([name, text]) => ({ name, text })))
  return new Blob(bytes, { type: `${TYPE}.sheet` })
}

function worksheet({ header, rows }: Sheet): string {
  const head = header.map((text) => cell({ kind: 'text', text }, BOLD)).join('')
  const body = rows.map((cells) => `<row>${cells.map((one) => cell(one)).join('')}</row>`).join('')
  const widths = header
    .map(
      (text, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${widthOf(text, rows, index)}" customWidth="1"/>`,
    )
    .join('')
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row>${head}</row>${body}</sheetData></worksheet>`
}

const widthOf = (header: string, rows: Sheet['rows'], index: number): number =>
  Math.min(
    60,
    2 + Math.max(header.length, ...rows.slice(0, 200).map((cells) => cells[index]?.text.length ?? 0)),
  )

function cell({ kind, text }: SheetCell, style = 0): string {
  const isExact = kind === 'number' && significant(text).length <= EXACT_DIGITS
  if (isExact) return `<c><v>${text}</v></c>`
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const significant = (text: string): string =>
  (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^-?[0.]*|\./g, '')

/** Escaped, without the characters that XML 1.0 does not allow. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** At most 31 characters, without those that a sheet's name may not contain. */
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

type Entry = { name: string; text: string }

const encoder = new TextEncoder()
/** 1 January 1980, so that the same rows give the same file. */
const DATE = 0x21
const UTF8 = 0x800
const DEFLATED = 8
const VERSION = 20

/** A zip archive, with the browser's own deflate (APPNOTE 6.3: local headers, central directory, end). */
export async function zip(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const bytes = encoder.encode(text)
    const packed = await deflate(bytes)
    const path = encoder.encode(name)
    const common = [VERSION, UTF8, DEFLATED, 0, DATE]
    const sizes = [crc32(bytes), packed.length, bytes.length]
    const local = joined(
      numbers(4, [0x04034b50]),
      numbers(2, common),
      numbers(4, sizes),
      numbers(2, [path.length, 0]),
      path,
    )
    directory.push(
      joined(
        numbers(4, [0x02014b50]),
        numbers(2, [VERSION, ...common]),
        numbers(4, sizes),
        numbers(2, [path.length, 0, 0, 0, 0]),
        numbers(4, [0, offset]),
        path,
      ),
    )
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = directory.length
  const end = joined(
    numbers(4, [0x06054b50]),
    numbers(2, [0, 0, count, count]),
    numbers(4, [size, offset]),
    numbers(2, [0]),
  )
  return [...parts, ...directory, end]
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Little-endian numbers of this many bytes each. */
const numbers = (size: 2 | 4, values: readonly number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    values.flatMap((value) => Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff)),
  )

function joined(...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((sum, byte) => (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>>
  0
