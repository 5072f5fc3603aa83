/** Words as the list has them, whatever case and spaces they were typed with. */
export const normalizeWords = (words: string): string =>
  words.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')
