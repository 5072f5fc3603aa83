import { stringToHex } from 'viem/utils'

/** A short text as a word of the ledger, left-aligned: an ISIN, a currency. `asciiWord('EUR')` → '0x455552000…' */
export const asciiWord = (text: string): `0x${string}` => stringToHex(text, { size: 32 })
