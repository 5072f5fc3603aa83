import { readableName } from '@connex/protocol'
import { shorten } from './strings.ts'

/** The identifier of a private instrument is its document reference, a fingerprint. */
const isReference = (identifier: string): boolean => /^0x[0-9a-f]{64}$/i.test(identifier)

/** An ISIN or WKN unchanged; a document reference shortened. */
export const shownIdentifier = (identifier: string): string =>
  isReference(identifier) ? shorten(identifier) : readableName(identifier)

/** The name of an instrument in a sentence: for a private one its label, if the tenant's server knows it. */
export const spokenIdentifier = (identifier: string, label: string | null | undefined): string =>
  isReference(identifier) && label ? readableName(label) : shownIdentifier(identifier)
