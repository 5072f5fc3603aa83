import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { WalletError } from './WalletError.ts'
import type { WalletFile } from './WalletFile.ts'

/**
 * Throws the WalletError `addressChecksum` if the file's address is in mixed case and breaks the checksum of EIP-55, which
 * betrays a mistyped character. Reading the file does not check it: the login would have to load keccak for that.
 */
export function requireChecksum({ mixedAddress }: WalletFile): void {
  if (mixedAddress !== undefined && mixedAddress !== withChecksum(mixedAddress.toLowerCase()))
    throw new WalletError(
      'addressChecksum',
      'A character of the address was changed. Use another copy of this file.',
    )
}

/** A letter is upper case if the hash has a digit of 8 or above in its place. */
function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return digits.replaceAll(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  )
}
