import { join } from 'node:path'
import { superviseProcess } from '../process/superviseProcess.ts'

export type StartLedgerOptions = {
  /** Holds the journal, the checkpoints and the log; made where it does not exist. */
  readonly directory: string
  readonly port?: number
  readonly chainId?: number
  readonly onProgress?: (sentence: string) => void
  /** Told of every new process id. */
  readonly onLaunch?: (pid: number) => void
}

export type RunningLedger = {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly chainId: number
  /** Of the front, which anvil lives and dies with. */
  pid(): number | undefined
  /** Resolves when it answers, also after a restart. */
  ready(): Promise<void>
  stop(): Promise<void>
  /** At once; nothing published is lost. */
  kill(): void
}

/**
 * Starts the ledger of a directory in a process of its own, and again whenever it dies. What was published
 * before is there when this resolves.
 *
 * @example const ledger = await startLedger({ directory: '.connex/ledger', port: 8545 })
 */
export async function startLedger(options: StartLedgerOptions): Promise<RunningLedger> {
  const { directory, port = 8545, chainId = 31337, onProgress = () => {}, onLaunch = () => {} } = options
  const supervised = await superviseProcess({
    name: 'ledger',
    script: new URL('./ledgerProcess.ts', import.meta.url),
    parameters: ['--directory', directory, '--port', String(port), '--chain-id', String(chainId)],
    logFile: join(directory, 'ledger.log'),
    onProgress,
    onLaunch,
  })
  return { rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}`, chainId, ...supervised }
}
