// One JSON-RPC request over HTTP, and how its line can fail.

export type RpcCall = { method: string; params: readonly unknown[] }

/** The ledger's result or its refusal; either way its line works. */
export type RpcAnswer = { result: unknown } | { error: Readonly<Record<string, unknown>> }

/**
 * `gone` aborts when the caller leaves. `most`: how many characters an answer may have. `isProbe`: an endpoint that is late with this
 * call is checked by repeating it.
 */
export type Until = { timeoutMs: number; gone?: AbortSignal | undefined; most?: number; isProbe?: boolean }

type LineFailure = 'unreachable' | 'unreadable' | 'limited' | 'tooLarge' | 'behind' | 'otherChain'

/** The line to an endpoint failed: it did not judge the request, and another endpoint may answer it. */
export class LineError extends Error {
  override name = 'LineError'
  readonly kind: LineFailure
  /** Of an endpoint with another chain. */
  readonly chainId: number | undefined

  constructor(kind: LineFailure, message: string, options: { cause?: unknown; chainId?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.chainId = options.chainId
  }
}

export type Line = {
  url: string
  headers: () => Readonly<Record<string, string>>
}

/** Whatever their text: the node, or a proxy in front of it, did not judge the request. */
const LINE_STATUSES: readonly number[] = [401, 403, 404, 407, 408, 429, 502, 503, 504]
let id = 0

/**
 * The ledger's answer; throws a LineError if the line fails. On a timeout, or when the caller has gone, the connection
 * closes, so that the ledger can stop its work.
 * `await post({ url, headers }, { method: 'eth_blockNumber', params: [] }, signal)` → { result: '0x1b4' }
 */
export async function post(
  { url, headers }: Line,
  { method, params }: RpcCall,
  signal: AbortSignal,
  most = Infinity,
): Promise<RpcAnswer> {
  id += 1
  let response: Response
  let text: string
  try {
    const { address, authorization } = splitCredentials(url)
    response = await fetch(address, {
      method: 'POST',
      headers: { ...headers(), ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      redirect: 'error',
      signal,
    })
    text = await readBounded(response, most)
  } catch (error) {
    if (error instanceof LineError) throw error
    throw new LineError('unreachable', `The ledger did not answer ${method}.`, { cause: error })
  }
  const answer = LINE_STATUSES.includes(response.status) ? undefined : readAnswer(text)
  if (answer !== undefined) return answer
  throw response.ok
    ? new LineError('unreadable', `The ledger's answer to ${method} is not JSON-RPC.`)
    : statusError(response, method)
}

async function readBounded(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > most) throw new LineError('tooLarge', 'The ledger’s answer is too large.')
  }
  return text + decoder.decode()
}

function readAnswer(text: string): RpcAnswer | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof answer !== 'object' || answer === null) return undefined
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null)
    return { error: answer.error as Record<string, unknown> }
  return 'result' in answer ? { result: answer.result } : undefined
}

const RETRY_AFTER_MS = 1_000
const LONGEST_RETRY_AFTER_MS = 600_000

const statusError = (response: Response, method: string): LineError =>
  new LineError(
    response.status === 429 ? 'limited' : 'unreachable',
    `The ledger answered ${method} with HTTP status ${response.status}.`,
    { cause: { retryAfter: response.headers.get('retry-after') } },
  )

/** How long to send nothing after a 429: seconds or a date, at most ten minutes. `retryAfter(error)` → 30_000 */
export function retryAfter({ cause }: LineError): number {
  const { retryAfter: text = null } = (cause ?? {}) as { retryAfter?: string | null }
  const ms = /^[0-9]+$/.test(text ?? '') ? Number(text) * 1_000 : Date.parse(text ?? '') - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS) : RETRY_AFTER_MS
}

/** `splitCredentials('http://user:pass@node')` → { address: 'http://node/', authorization: { authorization: 'Basic …' } } */
export function splitCredentials(url: string): { address: string; authorization: Record<string, string> } {
  const address = new URL(url)
  const { username, password } = address
  if (username === '' && password === '') return { address: url, authorization: {} }
  address.username = ''
  address.password = ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    address: address.href,
    authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  }
}

/** For the log; never with a URL, which may contain a key. `reasonOf(error)` → 'The ledger did not answer eth_call. (ECONNREFUSED)' */
export function reasonOf(error: LineError): string {
  const { code } = (rootOf(error) ?? {}) as { code?: unknown }
  return typeof code === 'string' ? `${error.message} (${code})` : error.message
}

const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

const BROKEN: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/** Whether the answer did not come in time. `isLate(error)` → true */
export const isLate = (error: unknown): boolean =>
  error instanceof LineError && (rootOf(error) as { name?: unknown } | undefined)?.name === 'TimeoutError'

/** A ledger may close an idle connection just when the next request is on its way. `isBroken(error)` → true */
export const isBroken = (error: unknown): boolean =>
  error instanceof LineError && BROKEN.includes((rootOf(error) as { code?: unknown } | undefined)?.code)
