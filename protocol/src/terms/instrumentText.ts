// How an instrument is named in a text. Apart from the checks of identifiers, which a screen that shows them does not need.
import { readableName } from '../text/readableText.ts'

/** The identifier of a private instrument is its document reference, which is a fingerprint. */
export const isReference = (identifier: string): boolean => /^0x[0-9a-f]{64}$/i.test(identifier)

/** An ISIN or WKN as it is; a private instrument's document reference, which is a fingerprint, cut short. */
export const shownIdentifier = (identifier: string): string =>
  isReference(identifier) ? `${identifier.slice(0, 8)}…${identifier.slice(-6)}` : identifier

/**
 * An instrument in a text: an ISIN or WKN as it is; a private instrument by its issuer's label, where that is known.
 *
 * @example
 * instrumentText(reference, 'Speicher Promissory Note 2027 (HI-2024-007)') // the label
 */
export const instrumentText = (
  identifier: string,
  label: string | null | undefined,
  shown = shownIdentifier,
): string => (isReference(identifier) && label ? readableName(label) : shown(identifier))
