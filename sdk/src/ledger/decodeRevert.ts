import { errorsAbi } from '@connex/contracts'
import { decodeErrorResult } from 'viem/utils'
import { LedgerError } from '../errors.ts'
import { revertSentences } from './revertSentences.ts'
import type { RevertValues } from './revertSentences.ts'

/**
 * Decodes a revert's data: the contract's typed error as code, and a sentence for an operations user.
 *
 * @example
 * decodeRevert('0x…').message // 'Insufficient funds in selected account.'
 */
export function decodeRevert(data: string, cause?: unknown): LedgerError {
  const decoded = decode(data)
  if (decoded === undefined) {
    const selector = data.slice(0, 10)
    const sentence = `The ledger refused for a reason that this version does not know (${selector}).`
    return new LedgerError('unknownRevert', sentence, {}, data, cause)
  }
  const { name, values } = decoded
  const sentence = sentences[name]
  const message = typeof sentence === 'string' ? sentence : sentence(values)
  return new LedgerError(name, message, values, data, cause)
}

const sentences: Record<Decoded['name'], string | ((values: RevertValues) => string)> = {
  ...revertSentences,
  // Raised by Solidity itself.
  Error: ({ message }) => `The ledger refused: ${String(message)}.`,
  Panic: ({ reason }) => `The contract met a limit or a fault of its own (code ${String(reason)}).`,
}

type Decoded = { name: keyof typeof revertSentences | 'Error' | 'Panic'; values: RevertValues }

function decode(data: string): Decoded | undefined {
  try {
    const { errorName, args, abiItem } = decodeErrorResult({ abi: errorsAbi, data: data as `0x${string}` })
    if (!Object.hasOwn(sentences, errorName)) return undefined
    const values: readonly unknown[] = args ?? []
    const names = abiItem.inputs.map((input, index) => input.name ?? String(index))
    return {
      name: errorName,
      values: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    }
  } catch {
    return undefined
  }
}
