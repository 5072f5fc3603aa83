// The shape of a signed request's headers: present once, well formed. The first check, and the cheapest.
import type { IncomingMessage } from 'node:http'
import { Address, HEADERS } from '@connex/protocol'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ApiError } from '../../common/errors.ts'
import { keccak256 } from '../../ledger/rawTransaction.ts'

export type SignedHeaders = {
  user: Address
  timestamp: number
  nonce: string
  bodySha256: string
  signature: Signature
  contentType: string | undefined
}

const ONCE = new Set<string>([...Object.values(HEADERS), 'content-type', 'content-length', 'authorization'])

/** Node joins or drops repeated headers, each in its own way: what was signed must be there once. */
export function refuseRepeatedHeaders(request: IncomingMessage): void {
  const seen = new Set<string>()
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase() ?? ''
    if (ONCE.has(name) && seen.has(name)) throw new ApiError('unauthenticated')
    seen.add(name)
  }
}

/** Throws 'unauthenticated' without saying what is wrong with them. */
export function readSignedHeaders(request: IncomingMessage, version: number): SignedHeaders {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  const user = Address.safeParse(header(HEADERS.user))
  const signature = readSignature(header(HEADERS.signature))
  const named = header(HEADERS.version)
  if (
    !user.success ||
    signature === undefined ||
    !/^[0-9]{1,16}$/.test(header(HEADERS.timestamp)) ||
    !/^[0-9a-f]{64}$/.test(header(HEADERS.nonce)) ||
    !/^[0-9a-f]{64}$/.test(header(HEADERS.bodySha256)) ||
    (named !== '' && named !== String(version)) ||
    // `-` stands for none in the signed text.
    ['', '-'].includes(request.headers['content-type'] ?? 'none')
  )
    throw new ApiError('unauthenticated')
  return {
    user: user.data,
    timestamp: Number(header(HEADERS.timestamp)),
    nonce: header(HEADERS.nonce),
    bodySha256: header(HEADERS.bodySha256),
    signature,
    contentType: request.headers['content-type'],
  }
}

// A request's signature, in the one form that is taken, and the digest that it is of.

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export type Signature = { rs: Uint8Array; recovery: number }

/** 65 bytes in lower-case hex, v 27 or 28, low s: a signature has one form only, so nobody can make a second one of it. */
export function readSignature(text: string): Signature | undefined {
  if (!/^0x[0-9a-f]{130}$/.test(text)) return undefined
  const bytes = hexToBytes(text.slice(2))
  const v = bytes[64] ?? 0
  const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`)
  if ((v !== 27 && v !== 28) || s > HALF_ORDER) return undefined
  return { rs: bytes.subarray(0, 64), recovery: v - 27 }
}

/** The digest under an EIP-191 personal message. */
export const messageDigest = (text: string): Uint8Array =>
  keccak256(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`)
