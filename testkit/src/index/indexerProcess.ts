import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Address } from '@connex/protocol'

/** Where the process ends itself as a kill from outside would end it; `nth` counts from 1. */
export type DieAt =
  /** Before a statement, within its transaction. */
  | { sql: string; nth?: number }
  /** With logs that are not written yet, or with a commit that nobody was notified of. */
  | { after: 'fetch' | 'commit'; nth?: number }

export type IndexerProcessOptions = {
  dataDir: string
  dieAt?: DieAt
  ledgerRpcUrl: string
  chainId: number
  platformManager: Address
  startBlock: number
  hostedTenants: Address[]
  lagMs: number
}

export type IndexerProcess = {
  /** Resolves once it indexes; rejects where it ends before. */
  ready: Promise<void>
  /** The signal that ended it, or its exit code. */
  ended: Promise<string | number>
  kill: () => Promise<void>
}

/** An indexer in a process of its own. */
export function startIndexerProcess(options: IndexerProcessOptions): IndexerProcess {
  const script = fileURLToPath(new URL('./runIndexer.ts', import.meta.url))
  const child = fork(script, [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number)
  const ready = Promise.race([
    once(child, 'message').then(() => undefined),
    ended.then((how) => {
      throw new Error(`The indexer's process ended: ${how}.`)
    }),
  ])
  ready.catch(() => undefined)
  return {
    ready,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
