/**
 * Sends a ledger a JSON-RPC request. A line that the ledger closed while it lay idle breaks the request that takes it up, so
 * a broken line is tried once more; what is asked of a ledger may be repeated. An answer that is late is not. The index asks
 * for itself: behind a line that broke may be another chain, and it has to look. At the time-out, and where whoever asked
 * has gone, the line is closed, so that a ledger that can end its work does.
 * `const response = await askLedger(url, { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }, { timeoutMs: 15_000 })`
 */
export async function askLedger(
  url: string,
  request: object,
  { timeoutMs, gone }: { timeoutMs: number; gone?: AbortSignal | undefined },
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = gone === undefined ? timeout : AbortSignal.any([timeout, gone])
  const ask = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      redirect: 'error',
      signal,
    })
  try {
    return await ask()
  } catch (error) {
    if (!isBroken(error)) throw error
    return await ask()
  }
}

const BROKEN: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && BROKEN.includes((error.cause as { code?: unknown } | undefined)?.code)
