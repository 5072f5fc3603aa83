const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const firstLetters = (word: string, count: number): string =>
  Array.from(graphemes.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')

/** `initials('a.keller')` → 'AK'; `initials('Anna Keller')` → 'AK' */
export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter((word) => word !== '')
  const [first = '', ...others] = words
  const last = others.at(-1)
  const letters = last === undefined ? firstLetters(first, 2) : firstLetters(first, 1) + firstLetters(last, 1)
  return letters.toUpperCase()
}
