// JSON that every reader understands the same way and the database can store. JSON.parse is silent about a repeated field and a
// number too large for a double, and PostgreSQL stores neither NUL nor half a character. Depth is limited before anything recurses.
const MAXIMUM_DEPTH = 64

/** A field's path and what is wrong with it. */
export type JsonProblem = { path: string; message: string }

/** One open object or array: its fields so far, or undefined for an array, and the scan's position in it. */
type Level = { fields: Set<string> | undefined; at: string | number }

/** The text must have passed JSON.parse. `findAmbiguity('{"a":1,"a":2}')` → { path: 'a', message: 'appears twice' } */
export function findAmbiguity(text: string): JsonProblem | undefined {
  const levels: Level[] = []
  const problem = (message: string): JsonProblem => ({ path: levels.map(({ at }) => at).join('.'), message })
  let isKey = false
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1)
    const letter = text[index] ?? ''
    if (letter === '{' || letter === '[') {
      if (levels.length === MAXIMUM_DEPTH) return problem('nested too deeply')
      isKey = letter === '{'
      levels.push(isKey ? { fields: new Set(), at: '' } : { fields: undefined, at: 0 })
    } else if (letter === '}' || letter === ']') levels.pop()
    else if (letter === ',' && level !== undefined) {
      isKey = level.fields !== undefined
      if (typeof level.at === 'number') level.at++
    } else if (letter === '"') {
      const end = endOfString(text, index)
      if (isKey && level?.fields !== undefined) {
        level.at = JSON.parse(text.slice(index, end)) as string
        if (level.fields.has(level.at)) return problem('appears twice')
        level.fields.add(level.at)
        isKey = false
      }
      index = end - 1
    } else if (/[-0-9]/.test(letter)) {
      const end = endOfNumber(text, index)
      if (!Number.isFinite(Number(text.slice(index, end)))) return problem('number too large')
      index = end - 1
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index + 1
}

function endOfNumber(text: string, start: number): number {
  const number = /[-+.eE0-9]+/y
  number.lastIndex = start
  number.test(text)
  return number.lastIndex
}

/** The path of the first text that cannot be stored: `findUnstorable({ reason: { text: '\u0000' } })` → 'reason.text' */
export function findUnstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path : undefined
  if (!isObject(value)) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    if (isUnstorable(key)) return path
    const inside = findUnstorable(inner, here)
    if (inside !== undefined) return inside
  }
  return undefined
}

const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
