// Whether the server and its ledger answer, and how far the server has read.
import { call, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'

/** `age` is in seconds by the server's clock, at the time of the answer. */
export type Block = { number: number; age: number }

export type Health = {
  /** How long the server took to answer. */
  milliseconds: number
  /** Why the server is degraded. */
  fault: string | undefined
  isLedgerUp: boolean
  lastBlock: Block | undefined
  /** How many blocks the server's data is behind; undefined if the ledger does not answer. */
  blocksBehind: number | undefined
}

const REFRESH_MS = 5_000

export const healthQuery = (client: Client) =>
  queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => readHealth(client, signal),
    refetchInterval: REFRESH_MS,
    retry: false,
    gcTime: 0,
  })

async function readHealth(client: Client, signal: AbortSignal): Promise<Health> {
  const start = performance.now()
  const { ledger, detail } = await call(client, 'health', { signal })
  const milliseconds = Math.round(performance.now() - start)
  // The ledger may be away while the server answers.
  const [sync, block] = await Promise.all([
    call(client, 'syncStatus', { query: {}, signal }).catch(() => undefined),
    readLastBlock(client, signal).catch(() => undefined),
  ])
  const behind = sync?.ledgerBlock == null ? undefined : sync.ledgerBlock - (sync.indexedBlock ?? 0)
  return {
    milliseconds,
    fault: detail ?? undefined,
    isLedgerUp: ledger && block !== undefined,
    lastBlock: block,
    blocksBehind: behind === undefined ? undefined : Math.max(0, behind),
  }
}

async function readLastBlock(client: Client, signal: AbortSignal): Promise<Block | undefined> {
  const body = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const { result } = await call(client, 'rpc', { body, signal })
  if (typeof result !== 'object' || result === null) return undefined
  if (!('number' in result) || !('timestamp' in result)) return undefined
  const now = (Date.now() + client.connection.clockSkew) / 1000
  return { number: Number(result.number), age: now - Number(result.timestamp) }
}

/** A time that has passed, in one unit: `ageOf(75)` → { unit: 'minutes', count: 1 } */
export function ageOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number } {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return { unit: 'seconds', count: whole }
  if (whole < 3_600) return { unit: 'minutes', count: Math.floor(whole / 60) }
  if (whole < 86_400) return { unit: 'hours', count: Math.floor(whole / 3_600) }
  return { unit: 'days', count: Math.floor(whole / 86_400) }
}
