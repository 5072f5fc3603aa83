// The server as its own process, as an operator starts it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../node/src/common/config.ts'
import { planTestDatabase } from '../database/testDatabase.ts'
import type { KeyedConfig } from './testNode.ts'

export type LaunchedServer = {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** The exit code, or the signal. */
  exited: Promise<number | string>
  /** Fails with its standard error where it ends before it listens. */
  ready: Promise<{ ready: true; url: string }>
}

const SCRIPT = fileURLToPath(new URL('../../../node/src/main.ts', import.meta.url))

/** `log`: a file in place of its standard output. `script`: an installed server in place of this repository's. */
export function launchServer(
  environment: Readonly<Record<string, string>>,
  log?: number,
  script = SCRIPT,
): LaunchedServer {
  const { PATH = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, TMPDIR, NODE_COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', log ?? 'pipe', 'pipe', 'ipc'] })
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const exited = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string)
  const ready = once(child, 'message').then(([message]) => message as { ready: true; url: string })
  return {
    child,
    output,
    exited,
    ready: Promise.race([ready, exited.then((how) => Promise.reject(new Error(`${how}: ${output.stderr}`)))]),
  }
}

/** What an operator would write down to have the same; the node's key goes to a file in the folder. */
export async function environmentOf(config: KeyedConfig, folder: string): Promise<Record<string, string>> {
  const keyFile = join(folder, 'node.key')
  await writeFile(keyFile, config.nodeKey, { mode: 0o600 })
  return {
    PORT: String(config.port),
    ...locationOf(config),
    DOCUMENTS_DIR: config.documentsDir,
    LEDGER_RPC_URL: config.ledgerRpcUrls.join(),
    LEDGER_WS_URL: config.ledgerWsUrls.join(),
    PLATFORM_MANAGER: config.platformManager,
    NODE_KEY_FILE: keyFile,
    HOSTED_TENANTS: config.hostedTenants.join(),
    REQUEST_LIMIT: String(config.requestLimit),
  }
}

const locationOf = ({ database }: Pick<Config, 'database'>): Record<string, string> =>
  'databaseUrl' in database ? { DATABASE_URL: database.databaseUrl } : { DATA_DIR: database.dataDir }

export type NodeProcess = { pid: number; url: string; stop: () => Promise<void> }

/** A server process that is ready, with its key in a folder of its own; what it logs as an error is shown. */
export async function startNodeProcess(
  nodeKey: string,
  environment: Readonly<Record<string, string>>,
): Promise<NodeProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-process-'))
  const keyFile = join(folder, 'node.key')
  await writeFile(keyFile, nodeKey, { mode: 0o600 })
  const hasDatabase = 'DATABASE_URL' in environment || 'DATA_DIR' in environment
  const plan = hasDatabase ? undefined : await planTestDatabase()
  const { child, ready, exited } = launchServer({
    NODE_KEY_FILE: keyFile,
    ...(plan === undefined ? {} : locationOf(plan)),
    DOCUMENTS_DIR: join(folder, 'documents'),
    ALLOW_PRIVATE_PEERS: 'true',
    LOG_LEVEL: 'warn',
    LEDGER_POLL_MS: '50',
    EXIT_WITH_PARENT: 'true',
    ...environment,
  })
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  const { url } = await ready
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await plan?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
