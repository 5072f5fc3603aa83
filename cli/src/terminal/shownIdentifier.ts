/** An ISIN or WKN as it is; a private instrument's document reference, which is a fingerprint, cut short. */
export const shownIdentifier = (identifier: string): string =>
  /^0x[0-9a-f]{64}$/i.test(identifier) ? `${identifier.slice(0, 8)}…${identifier.slice(-6)}` : identifier
