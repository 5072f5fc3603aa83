import type { Address } from '@connex/protocol'
import { isJsonObject } from '../wallet/fields.ts'
import { SignerError } from './SignerError.ts'
import type { Hex, TransactionToSign } from './Signer.ts'

/** A transaction's fields, or a SignerError 'malformed'. */
export function parseTransactionToSign(value: unknown): TransactionToSign {
  if (!isJsonObject(value)) throw new SignerError('malformed')
  const { chainId, nonce, gas, gasPrice, to, value: amount, data } = value
  return {
    chainId: isCount(chainId) && chainId > 0 ? chainId : wrong('chainId'),
    nonce: isCount(nonce) ? nonce : wrong('nonce'),
    gas: isWord(gas) ? gas : wrong('gas'),
    gasPrice: isWord(gasPrice) ? gasPrice : wrong('gasPrice'),
    to: to === null ? null : parseAddress(to, 'to'),
    value: isWord(amount) ? amount : wrong('value'),
    data: isHex(data) ? data : wrong('data'),
  }
}

/** An address in lower case, or a SignerError 'malformed'. */
export function parseAddress(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return wrong(name)
  return value.toLowerCase() as Address
}

function wrong(name: string): never {
  throw new SignerError('malformed', `The field '${name}' is missing or wrong.`)
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isWord = (value: unknown): value is bigint =>
  typeof value === 'bigint' && value >= 0n && value < 2n ** 256n

const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(value)
