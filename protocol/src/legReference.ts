import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Bytes32 } from './scalars.ts'

/** By what the ledger's managers name a delivery's leg: keccak-256 of the delivery's id and the leg's index, a word each. */
export function legReference(deliveryId: string, legIdx: bigint | number): Bytes32 {
  const words = deliveryId.slice(2) + legIdx.toString(16).padStart(64, '0')
  return Bytes32.parse(`0x${bytesToHex(keccak_256(hexToBytes(words)))}`)
}
