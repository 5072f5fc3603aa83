import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, createLocalSigner, createWalletFile, discoverVersion, unlockWallet } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'

// For the tests of the command line: the real program as a child process, in the hands of users of a running sandbox.

export type CommandResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export type CliUser = {
  readonly wallet: string
  /** For what the user does elsewhere than on the command line. */
  readonly client: () => Promise<Client>
  /** Runs a command as this user; with variables of the environment beyond the usual. */
  readonly run: (args: readonly string[], more?: Record<string, string>) => Promise<CommandResult>
  /** The same with --json: what the output holds. */
  readonly json: <Answer>(args: readonly string[], more?: Record<string, string>) => Promise<Answer>
}

const main = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))

export function runConnex(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, stdout: stdout, stderr: stderr })),
  )
}

export type CliUsers = {
  readonly directory: string
  /** `hand('a.keller')` */
  readonly user: (user: string) => Promise<CliUser>
  readonly close: () => void
}

export function createCliUsers(description: SandboxDescription): CliUsers {
  const directory = mkdtempSync(join(tmpdir(), 'connex-hands-'))
  return {
    directory,
    user: (user) => createCliUser(description, directory, user),
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}

async function createCliUser(
  { wallets, servers, ledger }: SandboxDescription,
  directory: string,
  user: string,
): Promise<CliUser> {
  const found = wallets.find((one) => one.user === user)
  const server = servers.find(({ name }) => name === found?.server)
  if (found === undefined || server === undefined) throw new Error(`the sandbox has no user ${user}`)
  const wallet = join(directory, `${user}.json`)
  // The same key, cheap to open: a test opens it dozens of times.
  const key = await unlockWallet(readFileSync(found.file), found.password)
  writeFileSync(wallet, await createWalletFile(key, found.password, { n: 2 ** 10 }))
  const usual = {
    CONNEX_STATE: join(directory, 'state', user),
    CONNEX_SERVER: server.url,
    CONNEX_WALLET: wallet,
    CONNEX_PASSWORD: found.password,
  }
  const run: CliUser['run'] = (args, more = {}) => runConnex(args, { ...usual, ...more })
  return {
    wallet,
    async client() {
      const { chainId } = ledger
      const signer = createLocalSigner(`0x${Buffer.from(key).toString('hex')}`, { chainId })
      const client = createClient({ baseUrl: server.url, signer, chainId })
      await discoverVersion(client)
      return client
    },
    run,
    async json<Answer>(args: readonly string[], more: Record<string, string> = {}) {
      const { stdout: stdout, stderr: stderr } = await run([...args, '--json'], more)
      try {
        return JSON.parse(stdout) as Answer
      } catch {
        throw new Error(`connex ${args.join(' ')} printed no JSON: ${stdout}${stderr}`)
      }
    },
  }
}
