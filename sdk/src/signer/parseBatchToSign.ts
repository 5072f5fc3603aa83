import { isJsonObject } from '../wallet/fields.ts'
import { parseAddress } from './parseTransactionToSign.ts'
import { SignerError } from './SignerError.ts'
import type { BatchToSign } from './Signer.ts'

const MOST_CALLS = 50

/** A co-signer's batch, or a SignerError 'malformed'. Copied, so that nothing that was checked can change before it is signed. */
export function parseBatchToSign(value: unknown): BatchToSign {
  if (!isJsonObject(value)) throw new SignerError('malformed')
  const { chainId, controllerAddr, tenantNonce, deadline, calls } = value
  return {
    chainId: isCount(chainId) && chainId > 0 ? chainId : wrong('chainId'),
    controllerAddr: parseAddress(controllerAddr, 'controllerAddr'),
    tenantNonce: isDecimal(tenantNonce) ? tenantNonce : wrong('tenantNonce'),
    deadline: isCount(deadline) && deadline > 0 ? deadline : wrong('deadline'),
    calls:
      Array.isArray(calls) && calls.length > 0 && calls.length <= MOST_CALLS
        ? calls.map(parseCall)
        : wrong('calls'),
  }
}

function parseCall(value: unknown): BatchToSign['calls'][number] {
  if (!isJsonObject(value)) return wrong('calls')
  const { target, data } = value
  return { target: parseAddress(target, 'target'), data: isHex(data) ? data : wrong('data') }
}

function wrong(name: string): never {
  throw new SignerError('malformed', `The field '${name}' is missing or wrong.`)
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^(0|[1-9][0-9]{0,77})$/.test(value)

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/.test(value)
