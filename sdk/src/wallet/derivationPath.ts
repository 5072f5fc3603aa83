import { WalletError } from './WalletError.ts'

/** The first account of a mnemonic, as in every common Ethereum wallet. */
export const ACCOUNT_PATH = "m/44'/60'/0'/0/0"

const HARDENED = 2 ** 31

/**
 * The path of the account with this index, below 2^31 (hardening is written apart, as an apostrophe).
 *
 * @example
 * accountPath(3) // "m/44'/60'/0'/0/3"
 */
export function accountPath(index: number): string {
  return `m/44'/60'/0'/0/${checkedIndex(index)}`
}

/** A path's child numbers, hardened ones from 2^31 up. `parseDerivationPath("m/44'/0")` → [2147483692, 0] */
export function parseDerivationPath(path: string): number[] {
  if (!/^m(?:\/[0-9]{1,10}'?){0,16}$/.test(path))
    throw new WalletError('invalidPath', `'${path.slice(0, 80)}' is not a derivation path.`)
  return path
    .split('/')
    .slice(1)
    .map((part) =>
      part.endsWith("'") ? checkedIndex(Number(part.slice(0, -1))) + HARDENED : checkedIndex(Number(part)),
    )
}

function checkedIndex(index: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= HARDENED) {
    throw new WalletError('invalidPath', `The index ${index} is not a whole number below 2^31.`)
  }
  return index
}
