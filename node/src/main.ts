// Reads the environment, starts the server, and stops it once: at a signal, or when its parent ends, if configured.
import manifest from '../package.json' with { type: 'json' }
import { readConfig } from './common/config.ts'
import { ConfigError } from './common/configValues.ts'
import type { Config } from './common/config.ts'
import { createLogger } from './common/logger.ts'
import { startNode } from './startNode.ts'
import type { RunningNode } from './startNode.ts'
import { DiskFull } from './storage/engine/dataFolder.ts'
import { DatabaseUnsuitable } from './storage/engine/postgresSessions.ts'

/** A stop that takes longer has hung. */
const STOP_MS = 15_000

try {
  await main()
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  // Files that the server writes are private.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const node = await startNode(config, { log })
  let isStopping = false
  const stop = (reason: string) => {
    // A second Ctrl-C does not wait.
    if (isStopping && reason === 'SIGINT') process.exit(1)
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void node.close().then(() => process.exit(0))
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  if (config.exitWithParent) followParent(() => stop('the parent has ended'))
  void node.database.lost.then(() => {
    log.fatal('the embedded database has panicked: this process ends and must be restarted')
    process.exit(1)
  })
  log.info({ url: node.url, ...factsOf(config, node) }, 'listening')
  process.send?.({ ready: true, url: node.url })
}

/** What an operator compares first when something is wrong. */
function factsOf(config: Config, { nodeAccount }: RunningNode) {
  const { chainId, platformManager, hostedTenants } = config
  const database = 'databaseUrl' in config.database ? 'PostgreSQL' : 'embedded'
  return { version: manifest.version, chainId, platformManager, database, hostedTenants, nodeAccount }
}

/** A child of `fork` has a channel, others their standard input: both close when the parent ends, however it ends. */
function followParent(onGone: () => void): void {
  if (process.channel !== undefined) {
    process.once('disconnect', onGone)
    return
  }
  process.stdin.once('end', onGone).once('close', onGone).once('error', onGone)
  process.stdin.resume()
}

function isOperators(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof DiskFull || error instanceof DatabaseUnsuitable
}

/** Without a stack where the operator can fix the cause. */
function errorText(error: unknown): string {
  if (isOperators(error)) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `The port is already in use. (${message})`
  if (code === 'EACCES') return `No permission for this port or folder. (${message})`
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause as NodeJS.ErrnoException | undefined
  const reason = cause?.message || cause?.code
  return reason === undefined ? message : `${message} (${reason})`
}
