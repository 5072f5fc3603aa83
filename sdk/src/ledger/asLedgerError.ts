// The reasons of all contracts are large, and most clients are never refused: they are loaded with the first refusal.
import { HexData } from '@connex/protocol'
import { ApiError, LedgerError } from '../errors.ts'

/**
 * The ledger's refusal inside a server's answer; any other error as it is.
 *
 * @example
 * throw await asLedgerError(error)
 */
export async function asLedgerError(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError)) return error
  const parsed = HexData.safeParse(error.problem?.revertData)
  if (!parsed.success || parsed.data === '0x') return error
  const { data } = parsed
  try {
    const { decodeRevert } = await import('./decodeRevert.ts')
    return decodeRevert(data, error)
  } catch {
    const sentence = 'The ledger refused, and the reason could not be loaded. Reload the page to see it.'
    return new LedgerError('unknownRevert', sentence, {}, data, error)
  }
}
