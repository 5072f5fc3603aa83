import { createServer, type Server } from 'node:http'
import { CliError } from '../CliError.ts'
import { lockDirectory } from '../process/lockDirectory.ts'
import { type Ledger, openLedger } from './openLedger.ts'
import { serveHttp, serveWebSocket } from './serve.ts'

export type RunLedgerOptions = {
  /** For the journal and the checkpoints; created if missing. */
  readonly directory: string
  readonly port: number
  readonly chainId: number
  /** Seconds between blocks; 0, the default, for a block with each transaction. */
  readonly blockTime?: number
  readonly onProgress: (sentence: string) => void
  readonly onFatal: (error: unknown) => void
}

/** Runs the ledger in this process: a front on 127.0.0.1, anvil behind it. Resolves when both answer; `stop` writes a checkpoint for a quick next start. */
export async function runLedger(options: RunLedgerOptions): Promise<{ stop(): Promise<void> }> {
  const { directory, port, chainId, blockTime = 0, onProgress, onFatal } = options
  const lock = await lockDirectory(directory)
  const server = createServer()
  const opened = Promise.withResolvers<Ledger>()
  // Nobody may await it yet when it rejects.
  opened.promise.catch(() => {})
  serveHttp(server, opened.promise)
  const sockets = serveWebSocket(server, opened.promise)
  try {
    // The port first: a second ledger must fail before it starts an anvil.
    await listen(server, port)
    const onLost = () => sockets.closeAll()
    const ledger = await openLedger({ directory, chainId, blockTime, onProgress, onFatal, onLost })
    opened.resolve(ledger)
    return {
      async stop() {
        lock.announceRelease()
        sockets.closeAll()
        await close(server)
        await ledger.stop()
        lock.release()
      },
    }
  } catch (error) {
    opened.reject(error)
    server.close()
    server.closeAllConnections()
    lock.release()
    throw withDisk(error, directory)
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(CliError.of('portInUse', String(port)))
      else if (error.code === 'EACCES') reject(CliError.of('portForbidden', String(port)))
      else reject(error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** Finishes pending answers, but does not wait for idle connections. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 2000).unref()
  })
}

function withDisk(error: unknown, directory: string): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? CliError.of('diskFull', directory) : error
}
