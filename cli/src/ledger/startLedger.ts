import { join } from 'node:path'
import { superviseProcess } from '../process/superviseProcess.ts'

export type StartLedgerOptions = {
  /** For the journal, the checkpoints and the log; created if missing. */
  readonly directory: string
  readonly port?: number
  readonly chainId?: number
  /** Seconds between blocks; 0, the default, for a block with each transaction. */
  readonly blockTime?: number
  readonly onProgress?: (sentence: string) => void
  /** Called with every new process id. */
  readonly onLaunch?: (pid: number) => void
}

export type RunningLedger = {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly chainId: number
  /** The front's; anvil ends with it. */
  pid(): number | undefined
  /** Resolves when it answers, again after a restart. */
  ready(): Promise<void>
  stop(): Promise<void>
  /** Kills it; no published transaction is lost. */
  kill(): void
}

/**
 * Starts the ledger of a directory in its own process, and restarts it whenever it dies. When this resolves, all earlier
 * transactions are available.
 *
 * @example const ledger = await startLedger({ directory: '.connex/ledger', port: 8545 })
 */
export async function startLedger(options: StartLedgerOptions): Promise<RunningLedger> {
  const { directory, port = 8545, chainId = 31337, blockTime = 0 } = options
  const { onProgress = () => {}, onLaunch = () => {} } = options
  const flags = { directory, port, 'chain-id': chainId, 'block-time': blockTime }
  const supervised = await superviseProcess({
    name: 'ledger',
    script: new URL('./ledgerProcess.ts', import.meta.url),
    parameters: Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
    logFile: join(directory, 'ledger.log'),
    onProgress,
    onLaunch,
  })
  return { rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}`, chainId, ...supervised }
}
