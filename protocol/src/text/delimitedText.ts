// Text as a person writes it or a spreadsheet exports or copies it: lines of cells.

/**
 * The cells of each line, without the blanks around them. A quoted cell may contain separators and "" for a quote. `separators`:
 * each of these characters is one.
 *
 * @example
 * cellsOf('2026-11-26;"Thanksgiving, USA"', ',;') // [['2026-11-26', 'Thanksgiving, USA']]
 */
export function cellsOf(text: string, separators: string): string[][] {
  const cell = new RegExp(
    `(?<=^|[${separators}])[ ]*(?:"((?:[^"]|"")*)"[ ]*(?=[${separators}]|$)|([^${separators}]*))`,
    'g',
  )
  return linesOf(text).map((line) =>
    [...line.matchAll(cell)].map(([, quoted, plain = '']) =>
      (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim(),
    ),
  )
}

/** The lines of a text, whatever ends them, without the mark that some programs write before the first. `linesOf('a\r\nb')` → ['a', 'b'] */
export const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
