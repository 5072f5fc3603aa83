// Check digits of identifiers: ISIN (ISO 6166, Luhn over the letters' values), WKN (six characters, no check digit of its
// own; the German ISIN DE000 + WKN carries one) and LEI (ISO 17442, modulo 97 as in ISO 7064).
import * as z from 'zod/mini'

/** `isIsin('DE0001102580')` → true; checks form and check digit. */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(text)) return false
  return isinCheckDigit(text.slice(0, 11)) === Number(text[11])
}

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
export const isLei = (text: string): boolean =>
  /^[A-Z0-9]{18}[0-9]{2}$/.test(text) && leiCheckDigits(text.slice(0, 18)) === text.slice(18)

/** The last two characters of an LEI from its first eighteen. `leiCheckDigits('529900T8BM49AURSDO')` → '55' */
export function leiCheckDigits(body: string): string {
  const digits = body.replaceAll(/[A-Z]/g, (letter) => parseInt(letter, 36).toString())
  return String(98n - (BigInt(`${digits}00`) % 97n)).padStart(2, '0')
}

export const Isin = z.string().check(z.refine(isIsin, 'not an ISIN')).brand<'Isin'>()
export type Isin = z.infer<typeof Isin>

export const Wkn = z.string().check(z.refine(isWkn, 'not a WKN')).brand<'Wkn'>()
export type Wkn = z.infer<typeof Wkn>
