import { readableName } from '@connex/protocol'
import { shorten } from './shorten.ts'

/** A private instrument's document reference, which is a fingerprint. */
const isReference = (identifier: string): boolean => /^0x[0-9a-f]{64}$/i.test(identifier)

/** An ISIN or WKN as it is; a private instrument's document reference cut short. */
export const shownIdentifier = (identifier: string): string =>
  isReference(identifier) ? shorten(identifier) : readableName(identifier)

/** What an instrument is called in a sentence: a private one by its label, where the own server knows it. */
export const spokenIdentifier = (identifier: string, label: string | null | undefined): string =>
  isReference(identifier) && label ? readableName(label) : shownIdentifier(identifier)
