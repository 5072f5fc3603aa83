// The headers of a signed request and its signature: each present once and well formed. The first check, and the cheapest.
import type { IncomingMessage } from 'node:http'
import { Address, HEADERS } from '@connex/protocol'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { keccak256 } from '../../ledger/rawTransaction.ts'
import { NotAuthentic } from './failedCheck.ts'

export type SignedHeaders = {
  user: Address
  timestamp: number
  nonce: string
  bodySha256: string
  signature: Signature
  contentType: string | undefined
}

export type Signature = { rs: Uint8Array; recovery: number }

/** Half the order of secp256k1: a larger s has a twin below it. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const ONCE = new Set<string>([...Object.values(HEADERS), 'content-type', 'content-length', 'authorization'])

/** Node joins some repeated headers and drops others: each signed header must appear exactly once. */
export function refuseRepeatedHeaders(request: IncomingMessage): void {
  const names = new Set<string>()
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase() ?? ''
    if (ONCE.has(name) && names.has(name))
      throw new NotAuthentic({ check: 'header', header: name, fault: 'repeated' })
    names.add(name)
  }
}

/** Throws 'unauthenticated'; only the log has the header. */
export function readSignedHeaders(request: IncomingMessage, version: number): SignedHeaders {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  const refuse = (name: string): never => {
    const fault = request.headers[name] === undefined ? 'missing' : 'malformed'
    throw new NotAuthentic({ check: 'header', header: name, fault })
  }
  const user = Address.safeParse(header(HEADERS.user))
  const signature = readSignature(header(HEADERS.signature))
  const signedVersion = header(HEADERS.version)
  if (!user.success) return refuse(HEADERS.user)
  if (signature === undefined) return refuse(HEADERS.signature)
  if (!/^[0-9]{1,16}$/.test(header(HEADERS.timestamp))) return refuse(HEADERS.timestamp)
  if (!/^[0-9a-f]{64}$/.test(header(HEADERS.nonce))) return refuse(HEADERS.nonce)
  if (!/^[0-9a-f]{64}$/.test(header(HEADERS.bodySha256))) return refuse(HEADERS.bodySha256)
  if (signedVersion !== '' && signedVersion !== String(version)) return refuse(HEADERS.version)
  // The signed text has `-` for a missing content type.
  if (['', '-'].includes(request.headers['content-type'] ?? 'none')) return refuse('content-type')
  return {
    user: user.data,
    timestamp: Number(header(HEADERS.timestamp)),
    nonce: header(HEADERS.nonce),
    bodySha256: header(HEADERS.bodySha256),
    signature,
    contentType: request.headers['content-type'],
  }
}

/** 65 bytes in lower-case hex, v 27 or 28, low s: with a single valid form, nobody can derive a second signature from one. */
export function readSignature(text: string): Signature | undefined {
  if (!/^0x[0-9a-f]{130}$/.test(text)) return undefined
  const bytes = hexToBytes(text.slice(2))
  const v = bytes[64] ?? 0
  const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`)
  if ((v !== 27 && v !== 28) || s > HALF_ORDER) return undefined
  return { rs: bytes.subarray(0, 64), recovery: v - 27 }
}

/** The digest of an EIP-191 personal message. */
export const messageDigest = (text: string): Uint8Array =>
  keccak256(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`)
