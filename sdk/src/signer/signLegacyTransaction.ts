import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { encodeRlp, integerBytes } from './encodeRlp.ts'
import { signDigest } from './signDigest.ts'
import type { Hex, TransactionToSign } from './Signer.ts'

/** The raw form of a legacy transaction, signed with its chain id (EIP-155). */
export function signLegacyTransaction(transaction: TransactionToSign, privateKey: Uint8Array): Hex {
  const chainId = BigInt(transaction.chainId)
  const fields = [
    integerBytes(BigInt(transaction.nonce)),
    integerBytes(transaction.gasPrice),
    integerBytes(transaction.gas),
    transaction.to === null ? new Uint8Array() : hexToBytes(transaction.to.slice(2)),
    integerBytes(transaction.value),
    hexToBytes(transaction.data.slice(2)),
  ]
  const unsigned = encodeRlp([...fields, integerBytes(chainId), new Uint8Array(), new Uint8Array()])
  const { r, s, yParity } = signDigest(keccak_256(unsigned), privateKey)
  const v = integerBytes(chainId * 2n + 35n + BigInt(yParity))
  return `0x${bytesToHex(encodeRlp([...fields, v, withoutZeros(r), withoutZeros(s)]))}`
}

/** r and s are numbers to RLP: a leading zero byte would make the transaction another one. */
const withoutZeros = (word: Uint8Array): Uint8Array => word.subarray(word.findIndex((byte) => byte !== 0))
