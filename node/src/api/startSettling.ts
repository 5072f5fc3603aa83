import type { Logger } from '../createLogger.ts'
import { settleWorkflows } from './settleWorkflows.ts'

export type Settling = { wake: () => void; stop: () => Promise<void> }

/**
 * Ends workflows once the index has seen why, so that the streams tell of it before anybody asks. One round at a time; what
 * the index reads meanwhile has one more.
 *
 * @example
 * const settling = startSettling({ database, ledger }, log)
 * startIndexer({ config, database, log, onStep: settling.wake })
 */
export function startSettling(context: Parameters<typeof settleWorkflows>[0], log: Logger): Settling {
  let isWanted = false
  const stopping = new AbortController()
  let settling: Promise<void> | undefined

  async function settle(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      await settleWorkflows(context).catch((error: unknown) =>
        log.warn({ err: error }, 'could not settle workflows'),
      )
    }
    settling = undefined
  }

  return {
    wake: () => {
      isWanted = true
      settling ??= settle()
    },
    stop: async () => {
      stopping.abort()
      await settling
    },
  }
}
