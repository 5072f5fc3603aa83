// For the tests of the command line: the real program as a child process, in the hands of users of a running sandbox.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Position, Transfer } from '@connex/protocol'
import { createClient, createLocalSigner, createWalletFile, discoverVersion, unlockWallet } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'

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

function createCliUsers(description: SandboxDescription): CliUsers {
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
      const { stdout, stderr } = await run([...args, '--json'], more)
      try {
        return JSON.parse(stdout) as Answer
      } catch {
        throw new Error(`connex ${args.join(' ')} printed no JSON: ${stdout}${stderr}`)
      }
    },
  }
}

/** Every case is a program of its own that unlocks a wallet: on a busy machine that takes its time. */
export const patienceMs = 240_000

export type Created = { isDryRun: boolean; deliveryId: string; txHash: string; block: number }
export type Failed = {
  error: { code: string; message: string; faults?: { row: number; column: string }[] }
}
type Listed<Item> = { items: Item[]; totalItemCount: number }

/** An investor of a sandbox that runs and whose robot waits; to be called where tests are declared. */
export function useInvestor(sandbox: () => SandboxDescription) {
  // What an earlier course left in the same sandbox is not ours.
  const suffix = Date.now().toString(36)
  const unique = (description: string): string => `${suffix} ${description}`
  let users: CliUsers
  let alpen: CliUser
  let holding: Position
  let registrar: string
  /** Words of a transfer of one smallest unit's worth of what Alpenbank has free. */
  const fopArgs = (description: string, more: readonly string[] = []): string[] =>
    [
      ['transfer', 'fop', '--direction', 'deliver', '--counterparty', 'Baltic Trust Bank'],
      ['--custodian', `${holding.registryManagerAddr}:${holding.registrarAddr}`],
      ['--instrument', holding.identifier, '--account', holding.account, '--quantity', '1'],
      ['--description', unique(description), ...more],
    ].flat()
  const findTransfers = (description: string): Promise<Listed<Transfer>> =>
    alpen.json(['transfers', '--filter', unique(description), '--items-per-page', '500'])

  beforeAll(async () => {
    users = createCliUsers(sandbox())
    alpen = await users.user('a.keller')
    const holdings = await alpen.json<Listed<Position & { custodian: string }>>([
      'holdings',
      '--exclude-earmarked',
    ])
    const available = holdings.items.find(
      ({ available, decimals }) => BigInt(available) > 10n ** BigInt(decimals + 2),
    )
    if (available === undefined) throw new Error('the sandbox has nothing free')
    holding = available
    registrar = available.custodian
  }, patienceMs)
  afterAll(() => users.close())

  return {
    hands: () => users,
    alpen: () => alpen,
    holding: () => holding,
    registrar: () => registrar,
    marked: unique,
    fop: fopArgs,
    found: findTransfers,
  }
}
