import { Address, TxHash } from '@connex/protocol'
import type { Hex } from '../../signer/Signer.ts'
import { isJsonObject } from '../../wallet/fields.ts'
import type { SignedTransaction } from './Journal.ts'

/**
 * What a journal's storage holds may be anything: undefined for what is no signed transaction.
 *
 * @example
 * const kept = stored.flatMap((value) => parseSigned(value) ?? [])
 */
export function parseSigned(value: unknown): SignedTransaction | undefined {
  if (!isJsonObject(value)) return undefined
  const { nonce, raw, data } = value
  const txHash = TxHash.safeParse(value['txHash'])
  const to = Address.safeParse(value['to'])
  const isWhole = Number.isSafeInteger(nonce) && isHex(raw) && isHex(data) && txHash.success && to.success
  return isWhole ? { nonce: nonce as number, raw, data, txHash: txHash.data, to: to.data } : undefined
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
