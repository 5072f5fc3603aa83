import { readableText } from '@connex/protocol'

/** A whole number or a decimal, written with a point and nothing else; or text. */
export type SheetCell = { kind: 'number'; text: string } | { kind: 'text'; text: string }
export type Sheet = { name: string; header: readonly string[]; rows: readonly (readonly SheetCell[])[] }

/** What a table shows, as a sheet has it: `1,234.50` is the number `1234.50`, anything else is text, with nothing hidden in it. */
export function sheetCell(shown: string, isNumeric: boolean): SheetCell {
  const text = shown.replaceAll(',', '').replace('−', '-')
  return isNumeric && /^-?\d+(\.\d+)?$/.test(text)
    ? { kind: 'number', text }
    : { kind: 'text', text: readableText(shown) }
}
