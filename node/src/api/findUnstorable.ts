// JSON can say what no database can keep, nor UTF-8 write: the character NUL, and half of a character.
const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** The path of the first text that cannot be kept: `findUnstorable({ reason: { text: '\u0000' } })` → 'reason.text' */
export function findUnstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    if (isUnstorable(key)) return path
    const inside = findUnstorable(inner, here)
    if (inside !== undefined) return inside
  }
  return undefined
}
