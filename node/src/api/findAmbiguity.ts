// What JSON.parse reads without a word, and another reader reads otherwise: a field given twice, a number that is larger than any
// number of ours. A value that is nested deeper than any call needs is refused as well, before anything walks through it.
const DEEPEST = 64

/** `path` is where it is. */
export type Ambiguity = { path: string; message: string }

/** One open object or array: its fields so far, or undefined for an array, and where in it the scan is. */
type Level = { fields: Set<string> | undefined; at: string | number }

/** In a text that JSON.parse takes. `findAmbiguity('{"a":1,"a":2}')` → { path: 'a', message: 'given twice' } */
export function findAmbiguity(text: string): Ambiguity | undefined {
  const levels: Level[] = []
  const found = (message: string): Ambiguity => ({ path: levels.map(({ at }) => at).join('.'), message })
  let isKey = false
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1)
    const letter = text[index] ?? ''
    if (letter === '{' || letter === '[') {
      if (levels.length === DEEPEST) return found('nested too deeply')
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
        if (level.fields.has(level.at)) return found('given twice')
        level.fields.add(level.at)
        isKey = false
      }
      index = end - 1
    } else if (/[-0-9]/.test(letter)) {
      const end = endOfNumber(text, index)
      if (!Number.isFinite(Number(text.slice(index, end)))) return found('too large a number')
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
