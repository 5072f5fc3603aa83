// The ledger's JSON-RPC, as little of it as the api needs. Only the ledger's own failure is 'Blockchain returned an error':
// what it refuses is the asker's (ledgerRefusal.ts), an answer that makes no sense is a bad gateway's.
import { askLedger } from '../ledger/askLedger.ts'
import { ApiError } from './ApiError.ts'
import { ledgerRefusal } from './ledgerRefusal.ts'

const TIMEOUT_MS = 15_000
const ANSWER_MAXIMUM = 16 * 1024 * 1024

export type LedgerRpc = {
  /** The method's result. Throws a refusal, 'ledgerFailed' or 'ledgerUnreadable'. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>
}

/** `createLedgerRpc(url).call('eth_blockNumber')` → '0x1b4' */
export function createLedgerRpc(url: string): LedgerRpc {
  let id = 0
  return {
    async call(method, params = []) {
      id += 1
      const answer = await post(url, { jsonrpc: '2.0', id, method, params })
      if (!isObject(answer)) throw new ApiError('ledgerUnreadable')
      if (isObject(answer['error'])) throw ledgerRefusal(answer['error'])
      if (!('result' in answer)) throw new ApiError('ledgerUnreadable')
      return answer['result'] ?? null
    },
  }
}

async function post(url: string, request: object): Promise<unknown> {
  const { isFine, text } = await ask(url, request)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ApiError(isFine ? 'ledgerUnreadable' : 'ledgerFailed', {}, { cause: error })
  }
}

async function ask(url: string, request: object): Promise<{ isFine: boolean; text: string }> {
  try {
    const response = await askLedger(url, request, TIMEOUT_MS)
    return { isFine: response.ok, text: await readBounded(response) }
  } catch (error) {
    throw new ApiError('ledgerFailed', {}, { cause: error })
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > ANSWER_MAXIMUM) throw new Error('The ledger answered too much.')
  }
  return text + decoder.decode()
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
