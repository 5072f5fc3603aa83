/** Breaks text into lines; existing line ends stay. */
export function wrap(text: string, width = 100): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines = ['']
      for (const word of paragraph.split(' ')) {
        const last = lines.at(-1) ?? ''
        if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
      }
      return lines.join('\n')
    })
    .join('\n')
}

/** The name that was probably meant, if one is similar enough. `suggest('walet', ['wallet'])` → 'wallet' */
export function suggest(typed: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: distanceBetween(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((left, right) => left.distance - right.distance)
  return near[0]?.name
}

/** The number of letters to insert, delete, replace or swap with their neighbor (Damerau–Levenshtein). */
function distanceBetween(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const at = (above: number, before: number) => rows[row - above]?.[column - before] ?? Infinity
      current[column] = Math.min(
        at(1, 0) + 1,
        (current[column - 1] ?? 0) + 1,
        at(1, 1) + (isSame ? 0 : 1),
        isSwapped ? at(2, 2) + 1 : Infinity,
      )
    }
    rows.push(current)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** `timeText(1795651200)` → '2026-11-26T00:00:00Z' */
export const timeText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
