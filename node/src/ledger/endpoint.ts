// One of the ledger's URLs: sends it requests, and remembers whether it answers, keeps up, and has the right chain.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../common/logger.ts'
import { backoff } from '../storage/sharing/backoff.ts'
import { isBroken, isLate, LineError, post, reasonOf, retryAfter } from './jsonRpc.ts'
import type { Line, RpcAnswer, RpcCall, Until } from './jsonRpc.ts'

export type Endpoint = {
  /** Throws a LineError if the line fails, or the caller's own reason. A broken connection is opened once more. */
  ask: (call: RpcCall, until: Until) => Promise<RpcAnswer>
  /** Another endpoint has blocks that this one lacks. */
  reportBehind: () => void
  isUp: () => boolean
  hasOtherChain: () => boolean
  /** One sentence for anybody: without the address. */
  problem: () => string | null
  close: () => void
}

export type EndpointOptions = Line & {
  /** `LEDGER_RPC_URL 1 of 2`, in sentences for operators. */
  name: string
  /** Undefined: any chain. */
  chainId: number | undefined
  log: Pick<Logger, 'info' | 'warn'> | undefined
  /** How soon an endpoint that failed is checked again; longer after each failure. Undefined: never without a request. */
  restMs: number | undefined
  checkTimeoutMs?: number | undefined
}

const CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] }
const CHECK_TIMEOUT_MS = 5_000
/** An endpoint that answers is checked once in this time; one that fails again within it rests longer. */
const CHECK_EVERY_MS = 60_000
const LONGEST_REST_MS = 60_000

/** `createEndpoint({ url, name, chainId, headers, log, restMs }).ask({ method: 'eth_blockNumber', params: [] }, { timeoutMs })` */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { chainId, restMs, checkTimeoutMs = CHECK_TIMEOUT_MS } = options
  const condition = createCondition(options, check)
  let isVerified = chainId === undefined
  /** The call that the endpoint was late with. Until it answers this one, the answer to a lighter one proves nothing. */
  let late: { call: RpcCall; until: Until } | undefined

  async function ask(call: RpcCall, until: Until): Promise<RpcAnswer> {
    const timeout = AbortSignal.timeout(until.timeoutMs)
    const signal = until.gone === undefined ? timeout : AbortSignal.any([timeout, until.gone])
    try {
      await condition.untilAllowed(until.timeoutMs, signal)
      const answer = await attempt(call, until, signal).catch((error: unknown) => {
        if (!isBroken(error)) throw error
        return attempt(call, until, signal)
      })
      if (late === undefined || late.call === call) {
        late = undefined
        condition.succeed()
      }
      return answer
    } catch (error) {
      if (isOfLine(error, until)) {
        if (until.isProbe === true && restMs !== undefined && isLate(error)) late ??= { call, until }
        condition.fail(error)
      }
      throw error
    }
  }

  /** Behind a connection that broke there may be another chain. */
  async function attempt(call: RpcCall, { most }: Until, signal: AbortSignal): Promise<RpcAnswer> {
    try {
      if (!isVerified) await verify(options, signal)
      isVerified = true
      return await post(options, call, signal, most)
    } catch (error) {
      const isConnected = error instanceof LineError && error.kind === 'limited'
      if (!isConnected) isVerified = chainId === undefined
      throw error
    }
  }

  async function check(): Promise<void> {
    isVerified = chainId === undefined
    const { call, until } = late ?? { call: CHAIN_ID, until: { timeoutMs: checkTimeoutMs } }
    await ask(call, { ...until, timeoutMs: Math.max(until.timeoutMs, checkTimeoutMs) }).catch(() => undefined)
  }

  return {
    ask,
    reportBehind: () => condition.fail(new LineError('behind', 'It lacks blocks that another one has.')),
    isUp: condition.isUp,
    hasOtherChain: () => condition.failure()?.kind === 'otherChain',
    problem: () => problemOf(condition.failure(), options),
    close: () => condition.close(),
  }
}

/** Neither a caller who has gone nor a large answer says anything about the line. */
const isOfLine = (error: unknown, { gone }: Until): error is LineError =>
  error instanceof LineError && error.kind !== 'tooLarge' && gone?.aborted !== true

async function verify(options: EndpointOptions, signal: AbortSignal): Promise<void> {
  const answer = await post(options, { method: 'eth_chainId', params: [] }, signal)
  const chainId = 'result' in answer ? Number(answer.result) : NaN
  if (!Number.isSafeInteger(chainId)) throw new LineError('unreadable', 'It does not name its chain id.')
  const sentence = `It has chain id ${chainId} instead of ${options.chainId}.`
  if (chainId !== options.chainId) throw new LineError('otherChain', sentence, { chainId })
}

/** Remembers the last failure, and checks the endpoint from time to time. */
function createCondition(
  { url, name, log, restMs }: Pick<EndpointOptions, 'url' | 'name' | 'log' | 'restMs'>,
  check: () => Promise<void>,
) {
  const { host } = new URL(url)
  let failure: LineError | undefined
  let numFailures = 0
  let upSince = 0
  let limitedUntil = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  schedule(0)

  function schedule(ms: number): void {
    if (restMs === undefined || isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => void checkNow(), Math.max(ms, limitedUntil - Date.now())).unref()
  }

  async function checkNow(): Promise<void> {
    timer = undefined
    await check()
    if (failure === undefined) schedule(CHECK_EVERY_MS)
  }

  return {
    failure: () => failure,
    isUp: () => failure === undefined && limitedUntil <= Date.now(),
    /** Waits where the endpoint has limited requests, if that ends in time. */
    async untilAllowed(timeoutMs: number, signal: AbortSignal): Promise<void> {
      const waitMs = limitedUntil - Date.now()
      if (waitMs <= 0) return
      if (waitMs >= timeoutMs) throw new LineError('limited', 'It limits requests.')
      await sleep(waitMs, undefined, { signal })
    },
    succeed(): void {
      if (failure === undefined) return
      failure = undefined
      upSince = Date.now()
      log?.info({ host }, `${name} answers again`)
      schedule(CHECK_EVERY_MS)
    },
    fail(error: LineError): void {
      if (error.kind === 'limited') limitedUntil = Math.max(limitedUntil, Date.now() + retryAfter(error))
      if (failure?.kind !== error.kind) log?.warn({ host, reason: reasonOf(error) }, `${name} fails`)
      // Requests that were on their way together fail together.
      const isCounted = failure !== undefined && timer !== undefined
      if (failure === undefined && Date.now() - upSince > CHECK_EVERY_MS) numFailures = 0
      failure = error
      if (isCounted) return
      numFailures += 1
      schedule(backoff(numFailures - 1, restMs ?? 0, LONGEST_REST_MS))
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function problemOf(failure: LineError | undefined, { name, chainId }: EndpointOptions): string | null {
  if (failure === undefined) return null
  const { kind, chainId: found } = failure
  if (kind === 'otherChain') return `${name} has chain id ${found} instead of ${chainId} and is not used.`
  if (kind === 'behind') return `${name} lacks blocks that another one has.`
  return `${name} ${kind === 'limited' ? 'limits requests' : 'does not answer'}.`
}
