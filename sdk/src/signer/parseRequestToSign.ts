import { isJsonObject } from '../wallet/fields.ts'
import { SignerError } from './SignerError.ts'
import type { RequestToSign } from './Signer.ts'

const CHECKS: Record<keyof RequestToSign, (value: unknown) => boolean> = {
  version: (value) => value === 5 || value === 6,
  chainId: isCount,
  serverId: (value) => matches(value, /^[\x21-\x40\x5b-\x7e]{1,300}$/),
  method: (value) => matches(value, /^[A-Z]{3,10}$/),
  target: (value) => matches(value, /^\/[\x21-\x7e]{0,16383}$/),
  timestamp: isCount,
  nonce: (value) => matches(value, /^[0-9a-f]{64}$/),
  bodySha256: (value) => matches(value, /^[0-9a-f]{64}$/),
  contentType: (value) => value === undefined || matches(value, /^[\x20-\x7e]{1,300}$/),
}

/** The fields of a request, or a SignerError 'malformed'. What crosses a port is data, not yet a type. */
export function parseRequestToSign(value: unknown): RequestToSign {
  if (!isJsonObject(value)) throw new SignerError('malformed')
  const fields: Record<string, unknown> = {}
  for (const [name, isRight] of Object.entries(CHECKS)) {
    // Copied, so that nothing that was checked can change before it is signed.
    fields[name] = value[name]
    if (!isRight(fields[name])) throw new SignerError('malformed', `The field '${name}' is missing or wrong.`)
  }
  return fields as RequestToSign
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
