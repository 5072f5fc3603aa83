// The hosts of docs/recovery.md: three servers with folders of their own, and wallets at each, on one ledger.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { grantUserPrivileges } from '@connex/contracts/deploy'
import type { PrivilegeName } from '@connex/contracts/deploy'
import { createWalletFile } from '@connex/sdk'
import { Address } from '@connex/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { joinTenant } from '../testkit/src/fixtures/tenants.ts'
import type { TestTenant } from '../testkit/src/fixtures/tenants.ts'
import { DEPLOYER, startTestLedger } from '../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../testkit/src/machine.ts'
import { startPostgres } from '../testkit/src/database/postgres.ts'
import type { Postgres } from '../testkit/src/database/postgres.ts'
import { newUser } from '../testkit/src/servers/users.ts'
import type { TestUser } from '../testkit/src/servers/users.ts'
import { run } from '../tools/run.ts'
import { query } from './consortium.ts'
import type { Engine } from './page.ts'

const PASSWORD = 'a drill'
const root = join(import.meta.dirname, '..')

/** Who types commands: on which host, with which wallet. */
const PLACES = {
  'bank-a': { host: 'bank-a', wallet: 'desk' },
  'bank-b': { host: 'bank-b', wallet: 'desk' },
  operator: { host: 'operator', wallet: 'deployer' },
  registrar: { host: 'operator', wallet: 'registrar-administrator' },
  issuer: { host: 'operator', wallet: 'issuer' },
  second: { host: 'operator', wallet: 'second' },
} as const

export type Place = keyof typeof PLACES
export type HostName = (typeof PLACES)[Place]['host']

type Host = {
  folder: string
  url: string
  account: Address
  /** Undefined with the embedded database. */
  databaseUrl: string | undefined
  server?: ChildProcess
}

export type RecoveryHosts = {
  ledger: TestLedger
  tenants: Record<'alpenbank' | 'baltic' | 'registrar' | 'issuer', TestTenant>
  /** Another user of the operator's tenant. */
  second: TestUser
  hosts: Record<HostName, Host>
  /** Runs commands as in a terminal, and fails with their output. */
  run: (place: Place, commands: string) => Promise<string>
  start: (host: HostName, command: string) => Promise<void>
  stop: (host: HostName) => Promise<void>
  /** PostgreSQL's database of the host is gone, and there is an empty one. */
  loseDatabase: (host: HostName) => Promise<void>
  close: () => Promise<void>
}

const DESK: readonly PrivilegeName[] = [
  'registry.SHARED_POSITION_HANDLING',
  'delivery.BACKOFFICE',
  'document.BACKOFFICE_RO',
  'user.TECHNICAL_ADMIN',
]

/** `const hosts = await startRecoveryHosts('PostgreSQL', '/usr/bin')`: their servers are not started yet. `programs`: the folder of `pg_dump`. */
export async function startRecoveryHosts(engine: Engine, programs = ''): Promise<RecoveryHosts> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-recovery-'))
  const ledger = await startTestLedger()
  const postgres = engine === 'PostgreSQL' ? await startPostgres('max_connections=100') : undefined
  const make = (name: HostName) => makeHost(folder, name, postgres)
  const hosts = {
    'bank-a': await make('bank-a'),
    'bank-b': await make('bank-b'),
    operator: await make('operator'),
  }
  const second = newUser()
  const tenants = await joinTenants(ledger, hosts, second)
  await writeWallets(hosts, tenants, second)
  await writeSettings(ledger, hosts, tenants)
  await makeCommands(join(folder, 'bin'))
  const path = [join(folder, 'bin'), programs, dirname(process.execPath), process.env['PATH']]
    .filter(Boolean)
    .join(':')
  const stop = (name: HostName): Promise<void> => stopServer(hosts[name])
  return {
    ledger,
    tenants,
    second,
    hosts,
    async run(place, commands) {
      const { host, wallet } = PLACES[place]
      const { folder: cwd, url, databaseUrl = '' } = hosts[host]
      const env = {
        PATH: path,
        CONNEX_PASSWORD: PASSWORD,
        CONNEX_SERVER: url,
        DATABASE_URL: databaseUrl,
        CONNEX_STATE: join(cwd, `state-${wallet}`),
        ...(place.startsWith('bank') ? {} : { CONNEX_WALLET: join(cwd, `${wallet}.json`) }),
      }
      const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd, env })
      if (code !== 0) throw new Error(`${place}: ${commands.trim()}\n${output}`)
      return output
    },
    async start(name, command) {
      const host = hosts[name]
      const env = { PATH: path, HOME: host.folder }
      const server = spawn('bash', ['-c', `exec ${command}`], { cwd: host.folder, env, stdio: 'ignore' })
      host.server = server
      await until(`the server of ${name}`, () => isReady(host.url), 120_000, 200)
    },
    stop,
    async loseDatabase(name) {
      await stop(name)
      if (postgres !== undefined) await createDatabase(postgres, name)
    },
    async close() {
      for (const name of Object.keys(hosts) as HostName[]) await stop(name)
      await postgres?.remove()
      await ledger.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function stopServer({ server }: Host): Promise<void> {
  if (server === undefined || server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** An empty one, in place of the one that there may be. */
async function createDatabase(postgres: Postgres, name: HostName): Promise<string> {
  await query(postgres, `DROP DATABASE IF EXISTS "${name}"`)
  await query(postgres, `CREATE DATABASE "${name}"`)
  return postgres.urlOf(name)
}

async function makeHost(parent: string, name: HostName, postgres: Postgres | undefined): Promise<Host> {
  const folder = join(parent, name)
  await mkdir(folder)
  const key = generatePrivateKey()
  await writeFile(join(folder, 'node.key'), key, { mode: 0o600 })
  const account = Address.parse(privateKeyToAccount(key).address)
  const databaseUrl = postgres && (await createDatabase(postgres, name))
  return { folder, url: `http://127.0.0.1:${await unusedPort()}`, account, databaseUrl }
}

async function joinTenants(
  ledger: TestLedger,
  hosts: Record<HostName, Host>,
  second: TestUser,
): Promise<RecoveryHosts['tenants']> {
  const at = (name: HostName) => ({ url: hosts[name].url, nodeAccount: hosts[name].account }) as never
  const investor = { user: DESK, registry: ['registry.INVESTOR'] } as const
  const { operator, contracts } = ledger.deployment
  await grantUserPrivileges(ledger.ledger, ledger.operatorUser, operator, contracts.PlatformManager, [
    { user: second.account.address, privileges: ['user.DAPP_USER', 'delivery.BACKOFFICE'], fund: true },
    { user: hosts.operator.account as `0x${string}`, privileges: ['user.NODE_ACCOUNT'] },
  ])
  return {
    alpenbank: await joinTenant(ledger, at('bank-a'), { name: 'Alpenbank', ...investor }),
    baltic: await joinTenant(ledger, at('bank-b'), { name: 'Baltic Trust Bank', ...investor }),
    registrar: await joinTenant(ledger, at('operator'), {
      name: 'Meridian Registrars',
      user: ['registry.REGISTRAR_REGISTRATION', ...DESK],
      registry: ['registry.REGISTRAR'],
    }),
    issuer: await joinTenant(ledger, at('operator'), {
      name: 'Hanseatic Issuance',
      user: [
        'instrument.BACKOFFICE',
        'registry.ISSUER_DOCUMENTATION',
        'document.BACKOFFICE',
        'user.TECHNICAL_ADMIN',
      ],
      instrument: ['instrument.ISSUER'],
      registry: ['registry.ISSUER'],
    }),
  }
}

async function writeWallets(
  hosts: Record<HostName, Host>,
  { alpenbank, baltic, registrar, issuer }: RecoveryHosts['tenants'],
  second: TestUser,
): Promise<void> {
  const wallets: [HostName, string, string][] = [
    ['bank-a', 'desk', alpenbank.user.key],
    ['bank-a', 'administrator', alpenbank.admin.key],
    ['bank-b', 'desk', baltic.user.key],
    ['bank-b', 'administrator', baltic.admin.key],
    ['operator', 'deployer', DEPLOYER],
    ['operator', 'registrar', registrar.user.key],
    ['operator', 'registrar-administrator', registrar.admin.key],
    ['operator', 'issuer', issuer.user.key],
    ['operator', 'issuer-administrator', issuer.admin.key],
    ['operator', 'second', second.key],
  ]
  for (const [host, name, key] of wallets) {
    const text = await createWalletFile(Buffer.from(key.slice(2), 'hex'), PASSWORD, { n: 2 })
    await writeFile(join(hosts[host].folder, `${name}.json`), text)
  }
}

async function writeSettings(
  ledger: TestLedger,
  hosts: Record<HostName, Host>,
  { alpenbank, baltic, registrar, issuer }: RecoveryHosts['tenants'],
): Promise<void> {
  const hosted: Record<HostName, string[]> = {
    'bank-a': [alpenbank.address],
    'bank-b': [baltic.address],
    operator: [ledger.deployment.operator.tenant, registrar.address, issuer.address],
  }
  for (const [name, host] of Object.entries(hosts) as [HostName, Host][])
    await writeFile(join(host.folder, 'server.env'), settingsOf(ledger, host, hosted[name]))
}

const settingsOf = (
  { deployment, rpcUrl, chainId }: TestLedger,
  { url, databaseUrl }: Host,
  hosted: readonly string[],
) =>
  Object.entries({
    PLATFORM_MANAGER: deployment.contracts.PlatformManager,
    CHAIN_ID: chainId,
    HOSTED_TENANTS: hosted.join(),
    NODE_KEY_FILE: 'node.key',
    ...(databaseUrl === undefined ? { DATA_DIR: 'data' } : { DATABASE_URL: databaseUrl }),
    DOCUMENTS_DIR: 'documents',
    LEDGER_RPC_URL: rpcUrl,
    LEDGER_POLL_MS: 50,
    PORT: new URL(url).port,
    PUBLIC_ORIGINS: url,
    ALLOW_PRIVATE_PEERS: true,
    LOG_LEVEL: 'warn',
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** `connex` and `connex-server` as an installation has them. */
async function makeCommands(folder: string): Promise<void> {
  await mkdir(folder)
  const connex = join(folder, 'connex')
  await writeFile(connex, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'cli/src/main.ts')}' "$@"\n`)
  await chmod(connex, 0o755)
  // A module, because `node` runs it by its path.
  const server = join(folder, 'connex-server')
  await writeFile(server, `import('${join(root, 'node/src/main.ts')}')\n`)
  await chmod(server, 0o755)
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
