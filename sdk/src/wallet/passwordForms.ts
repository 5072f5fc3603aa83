/**
 * The byte strings that a password may have been written as, the likeliest first: wallets normalise differently.
 * An ASCII password has one form only.
 */
export function passwordForms(password: string): Uint8Array[] {
  const texts = [password.normalize('NFKC'), password, password.normalize('NFC'), password.normalize('NFD')]
  return [...new Set(texts)].map((text) => new TextEncoder().encode(text))
}
