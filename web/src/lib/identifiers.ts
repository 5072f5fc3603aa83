import { instrumentText, isReference, readableName } from '@connex/protocol'

/** `shorten('0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f')` → '0x9d8a…5a4f' */
export const shorten = (hex: string): string =>
  hex.length > 14 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex

/** An ISIN or WKN unchanged; a document reference shortened. */
export const shownIdentifier = (identifier: string): string =>
  isReference(identifier) ? shorten(identifier) : readableName(identifier)

/** An instrument in a cell of a table or a file: its code; of a private one the label, if the tenant's server knows it. */
export const spokenIdentifier = (identifier: string, label: string | null | undefined): string =>
  instrumentText(identifier, label, shownIdentifier)

export type InstrumentParts = { name: string; code?: string }

/**
 * The two lines that introduce an instrument: what a desk calls it, then its code. The label of a private note ends with the
 * issuer's reference, which is its code; its own identifier is a fingerprint.
 *
 * @example
 * instrumentParts('DE000A2LQ5M4', 'Hafenbank 2029') // { name: 'Hafenbank 2029', code: 'DE000A2LQ5M4' }
 */
export function instrumentParts(identifier: string, label: string | null | undefined): InstrumentParts {
  const shown = shownIdentifier(identifier)
  if (!label) return { name: shown }
  const name = readableName(label)
  const [, before, reference] = isReference(identifier) ? (/^(.+?) \(([^()]{3,30})\)$/.exec(name) ?? []) : []
  return before === undefined || reference === undefined
    ? { name, code: shown }
    : { name: before, code: reference }
}

/** What a cell may have cut: the name; of an instrument without one, its identifier. */
export const wholeName = (identifier: string, label: string | null | undefined): string =>
  label ? instrumentParts(identifier, label).name : identifier

/**
 * An instrument in a sentence: its name, and the code that tells it from others of that name.
 *
 * @example
 * instrumentName('DE000A2LQ5M4', 'Hafenbank 2029') // 'Hafenbank 2029 (DE000A2LQ5M4)'
 */
export function instrumentName(identifier: string, label: string | null | undefined): string {
  const { name, code } = instrumentParts(identifier, label)
  const isNamedAlone = code === undefined || (isReference(identifier) && code === shorten(identifier))
  return isNamedAlone ? name : `${name} (${code})`
}
