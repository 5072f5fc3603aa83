// Check digits of identifiers: ISIN (ISO 6166, Luhn over the letters' values), WKN (six characters, no check digit of its
// own; the German ISIN DE000 + WKN carries one) and LEI (ISO 17442, modulo 97 as in ISO 7064).
import * as z from 'zod/mini'

/** `isIsin('DE0001102580')` → true; checks form and check digit. */
export const isIsin = (text: string): boolean => identifierFault('ISIN', text) === undefined

/** The twelfth character of an ISIN from its first eleven. `isinCheckDigit('US037833100')` → 5 */
export function isinCheckDigit(body: string): number {
  const digits = body
    .split('')
    .flatMap((character) => parseInt(character, 36).toString().split('').map(Number))
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** `isWkn('A2LQ5M')` → true: six characters, digits and letters without I and O. */
export const isWkn = (text: string): boolean => /^[A-HJ-NP-Z0-9]{6}$/.test(text)

/** `isLei('529900T8BM49AURSDO55')` → true; checks form and check digits. */
export const isLei = (text: string): boolean => identifierFault('LEI', text) === undefined

/** The last two characters of an LEI from its first eighteen. `leiCheckDigits('529900T8BM49AURSDO')` → '55' */
export function leiCheckDigits(body: string): string {
  const digits = body.replaceAll(/[A-Z]/g, (letter) => parseInt(letter, 36).toString())
  return String(98n - (BigInt(`${digits}00`) % 97n)).padStart(2, '0')
}

export const Isin = z.string().check(z.refine(isIsin, 'not an ISIN')).brand<'Isin'>()
export type Isin = z.infer<typeof Isin>

export const Wkn = z.string().check(z.refine(isWkn, 'not a WKN')).brand<'Wkn'>()
export type Wkn = z.infer<typeof Wkn>

/** Identifiers that have a fixed form. */
export type CheckedIdentifier = 'ISIN' | 'WKN' | 'LEI'

/** `form`: not of this form at all. `checkDigit`: the check digits do not fit the characters before them. */
export type IdentifierFault =
  | { readonly kind: 'form' }
  | { readonly kind: 'checkDigit'; readonly typed: string; readonly expected: string }

const ISIN_RULE = {
  form: /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/,
  digits: 1,
  checkDigits: (body: string) => String(isinCheckDigit(body)),
}
const LEI_RULE = { form: /^[A-Z0-9]{18}[0-9]{2}$/, digits: 2, checkDigits: leiCheckDigits }

/** What is wrong with an identifier. `identifierFault('ISIN', 'DE0001102581')` → `{ kind: 'checkDigit', typed: '1', expected: '0' }` */
export function identifierFault(type: CheckedIdentifier, text: string): IdentifierFault | undefined {
  if (type === 'WKN') return isWkn(text) ? undefined : { kind: 'form' }
  const { form, digits, checkDigits } = type === 'ISIN' ? ISIN_RULE : LEI_RULE
  if (!form.test(text)) return { kind: 'form' }
  const [typed, expected] = [text.slice(-digits), checkDigits(text.slice(0, -digits))]
  return typed === expected ? undefined : { kind: 'checkDigit', typed, expected }
}
