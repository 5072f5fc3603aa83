// What may be signed: data from across a port, checked and copied so that nothing changes before it is signed.
import type { Address } from '@connex/protocol'
import { isJsonObject } from '../json.ts'
import type { BatchToSign, FeesToSign, Hex, RequestToSign, TransactionToSign } from './Signer.ts'
import { SignerError } from './Signer.ts'

const CHECKS: Record<keyof RequestToSign, (value: unknown) => boolean> = {
  version: (value) => value === 5 || value === 6,
  chainId: isPositive,
  serverId: (value) => matches(value, /^[\x21-\x40\x5b-\x7e]{1,300}$/),
  method: (value) => matches(value, /^[A-Z]{3,10}$/),
  target: (value) => matches(value, /^\/[\x21-\x7e]{0,16383}$/),
  timestamp: isPositive,
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

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

/** A transaction's fields, or a SignerError 'malformed'. */
export function parseTransactionToSign(value: unknown): TransactionToSign {
  if (!isJsonObject(value)) throw new SignerError('malformed')
  const { chainId, nonce, gas, to, value: amount, data } = value
  return {
    chainId: isCount(chainId) && chainId > 0 ? chainId : wrong('chainId'),
    nonce: isCount(nonce) ? nonce : wrong('nonce'),
    gas: isWord(gas) ? gas : wrong('gas'),
    ...parseFees(value),
    to: to === null ? null : parseAddress(to, 'to'),
    value: isWord(amount) ? amount : wrong('value'),
    data: isHex(data) ? data : wrong('data'),
  }
}

function parseFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Record<string, unknown>): FeesToSign {
  if (maxFeePerGas === undefined) return { gasPrice: isWord(gasPrice) ? gasPrice : wrong('gasPrice') }
  if (!isWord(maxFeePerGas) || gasPrice !== undefined) return wrong('maxFeePerGas')
  const isTip = isWord(maxPriorityFeePerGas) && maxPriorityFeePerGas <= maxFeePerGas
  return { maxFeePerGas, maxPriorityFeePerGas: isTip ? maxPriorityFeePerGas : wrong('maxPriorityFeePerGas') }
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

const MOST_CALLS = 50

/** A co-signer's batch, or a SignerError 'malformed'. Copied, so that nothing that was checked can change before it is signed. */
export function parseBatchToSign(value: unknown): BatchToSign {
  if (!isJsonObject(value)) throw new SignerError('malformed')
  const { chainId, controllerAddr, nonce, deadline, sender, calls } = value
  return {
    chainId: isCount(chainId) && chainId > 0 ? chainId : wrong('chainId'),
    controllerAddr: parseAddress(controllerAddr, 'controllerAddr'),
    nonce: isLowerHex(nonce) && nonce.length === 66 ? nonce : wrong('nonce'),
    deadline: isCount(deadline) && deadline > 0 ? deadline : wrong('deadline'),
    sender: sender === null ? null : parseAddress(sender, 'sender'),
    calls:
      Array.isArray(calls) && calls.length > 0 && calls.length <= MOST_CALLS
        ? calls.map(parseCall)
        : wrong('calls'),
  }
}

function parseCall(value: unknown): BatchToSign['calls'][number] {
  if (!isJsonObject(value)) return wrong('calls')
  const { target, data } = value
  return { target: parseAddress(target, 'target'), data: isLowerHex(data) ? data : wrong('data') }
}

const isLowerHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/.test(value)
