// A workbook of one sheet, by hand: the packages that write one deflate in workers made of blob addresses, which the
// page's policy forbids. Text cells are typed as text, so that no spreadsheet reads a formula out of them.
import type { Sheet, SheetCell } from './Sheet.ts'
import { zip } from './zip.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** A double holds as many digits as these for certain; longer numbers are written as text. Zeros at the end of a fraction
 * are none of them. */
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

/** Without what XML 1.0 cannot hold. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** At most 31 characters, without those that a sheet's name may not have. */
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)
