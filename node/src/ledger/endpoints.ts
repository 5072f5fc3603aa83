// The ledger's endpoints, the preferred one first: the index and the API use the first that answers.
import type { Logger } from '../common/logger.ts'
import { createEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { openHeaders } from '../common/headers.ts'
import { LineError } from './jsonRpc.ts'
import type { RpcAnswer, RpcCall, Until } from './jsonRpc.ts'

export type Endpoints = {
  /** Sends it to one after the other until one answers. Throws the last one's LineError, or the caller's own reason. */
  ask: (call: RpcCall, until: Until) => Promise<RpcAnswer>
  /** Sends it to every endpoint that is up but the preferred one, and waits for no answer. */
  spread: (call: RpcCall) => void
  /** Those that may be used now: by preference, those that fail last. With another chain only if all have another. */
  inOrder: () => readonly Endpoint[]
  /** Sentences for anybody about the endpoints that fail. */
  problems: () => string[]
  close: () => void
}

export type EndpointsOptions = {
  /** One URL at least, the preferred one first. */
  urls: readonly string[]
  /** Endpoints with another chain are not used. Undefined: any chain. */
  chainId?: number
  headersFile?: string | undefined
  log?: Logger
  restMs?: number
  checkTimeoutMs?: number
}

/** How soon an endpoint that failed is checked again. */
const REST_MS = 5_000
const SPREAD_TIMEOUT_MS = 15_000

/**
 * Opens the ledger's endpoints. Checks those of several in the background: their chain ids at the start, and whether they
 * answer again.
 *
 * @example
 * const endpoints = openEndpoints({ urls: ['http://node1:8545', 'http://node2:8545'], chainId: 31337 })
 * await endpoints.ask({ method: 'eth_blockNumber', params: [] }, { timeoutMs: 15_000 }) // { result: '0x1b4' }
 */
export function openEndpoints({
  urls,
  chainId,
  headersFile,
  log,
  restMs = REST_MS,
  checkTimeoutMs,
}: EndpointsOptions): Endpoints {
  const headers = openHeaders('LEDGER_RPC_HEADERS_FILE', headersFile, log)
  const endpoints = urls.map((url, index) =>
    createEndpoint({
      url,
      name: urls.length === 1 ? 'LEDGER_RPC_URL' : `LEDGER_RPC_URL ${index + 1} of ${urls.length}`,
      chainId,
      headers,
      log,
      restMs: urls.length === 1 ? undefined : restMs,
      checkTimeoutMs,
    }),
  )

  function inOrder(): Endpoint[] {
    const right = endpoints.filter((endpoint) => !endpoint.hasOtherChain())
    if (right.length === 0) return endpoints
    return right.toSorted((a, b) => Number(b.isUp()) - Number(a.isUp()))
  }

  return {
    inOrder,
    async ask(call, until) {
      const end = Date.now() + until.timeoutMs
      const order = inOrder()
      let failure: unknown
      for (const [index, endpoint] of order.entries()) {
        const left = end - Date.now()
        if (left <= 0) break
        // An endpoint that hangs leaves the next one half of the time.
        const timeoutMs = index === order.length - 1 ? left : Math.ceil(left / 2)
        try {
          return await endpoint.ask(call, { ...until, timeoutMs })
        } catch (error) {
          if (!mayFailOver(error, until)) throw error
          failure = error
        }
      }
      throw failure
    },
    spread(call) {
      for (const endpoint of inOrder().slice(1))
        if (endpoint.isUp()) void endpoint.ask(call, { timeoutMs: SPREAD_TIMEOUT_MS }).catch(() => undefined)
    },
    problems: () => endpoints.map((endpoint) => endpoint.problem()).filter((problem) => problem !== null),
    close() {
      for (const endpoint of endpoints) endpoint.close()
    },
  }
}

const mayFailOver = (error: unknown, { gone }: Until): boolean =>
  gone?.aborted !== true && error instanceof LineError && error.kind !== 'tooLarge'
