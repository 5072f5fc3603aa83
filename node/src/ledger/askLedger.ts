/**
 * Sends a ledger a JSON-RPC request. If the ledger closed an idle connection, the next request on it fails, so a broken
 * connection is retried once; requests may be repeated. A late answer is not retried. The index has its own client: after a
 * broken connection it must check for another chain. On a timeout, or when the caller has gone, the connection is closed, so
 * that the ledger can stop its work.
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
