// The release as an operator gets it: installed in an empty folder without a registry, on a ledger with the platform.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownContracts } from '../../contracts/script/upgrade/contracts.ts'
import { DEPLOYER, startTestLedger } from '../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { isDocument, linksOf } from '../site/pages.ts'
import { launchServer } from '../../testkit/src/servers/nodeProcess.ts'
import type { LaunchedServer } from '../../testkit/src/servers/nodeProcess.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
/** Nobody listens there. */
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9' }

let folder: string
let release: string
let ledger: TestLedger
let server: LaunchedServer | undefined
let url: string
const installed = (path: string) => join(folder, 'node_modules', path)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connex-installed-'))
  release = join(folder, 'release')
  await run(process.execPath, ['tools/setup.mjs', 'build'], { cwd: root })
  await run(process.execPath, ['tools/release.ts', release], { cwd: root })
  await writeFile(join(folder, 'package.json'), '{"name":"empty","private":true}')
  const archives = ['connex-server', 'connex-cli', 'connex-documents'].map(
    (name) => `./release/${name}-${version}.tgz`,
  )
  const parameters = ['install', '--no-audit', '--no-fund', ...archives]
  await run('npm', parameters, { cwd: folder, env: { ...process.env, ...NO_REGISTRY } })
  ledger = await startTestLedger()
  url = `http://127.0.0.1:${await unusedPort()}`
  const keyFile = join(folder, 'node.key')
  await writeFile(keyFile, '99'.repeat(32), { mode: 0o600 })
  const script = installed('@connex/server/bin/connex-server.js')
  server = launchServer(
    {
      PORT: new URL(url).port,
      DATA_DIR: join(folder, 'data'),
      LEDGER_RPC_URL: ledger.rpcUrl,
      CHAIN_ID: String(ledger.chainId),
      PLATFORM_MANAGER: ledger.deployment.contracts.PlatformManager,
      NODE_KEY_FILE: keyFile,
      HOSTED_TENANTS: ledger.deployment.operator.tenant,
    },
    undefined,
    script,
  )
  await server.ready
})
afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.exited
  await ledger?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('SHA256SUMS has the hash of every file', async () => {
  const lines = (await readFile(join(release, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  const names = (await readdir(release)).filter((name) => name !== 'SHA256SUMS')
  expect(lines.map((line) => line.split('  ')[1])).toEqual(names.toSorted())
  for (const line of lines) {
    const [hash, name = ''] = line.split('  ')
    const content = await readFile(join(release, name))
    expect([name, createHash('sha256').update(content).digest('hex')]).toEqual([name, hash])
  }
})

test('the documents are complete: every link leads to a file or folder of theirs', async () => {
  const documents = installed('@connex/documents')
  const names = await readdir(documents, { recursive: true })
  expect(names).toEqual(
    expect.arrayContaining(['LICENSE', 'docs/going-live.md', 'deploy/systemd/connex-server.service']),
  )
  const dead: string[] = []
  for (const name of names.filter(isDocument))
    for (const target of linksOf(name, await readFile(join(documents, name), 'utf8')))
      if (!names.includes(target.replace(/\/$/, ''))) dead.push(`${name}: ${target}`)
  expect(dead).toEqual([])
})

test('the contracts of the release are those that it was tested with', async () => {
  const text = await readFile(join(release, `connex-contracts-${version}.json`), 'utf8')
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(ownContracts)))
})

test.each(['connex-server', 'connex-cli', 'connex-sdk'])(
  'the bill of materials of %s names what it carries, and nothing for development',
  async (name) => {
    const { components } = JSON.parse(await readFile(join(release, `${name}.cyclonedx.json`), 'utf8')) as {
      components: { name: string; purl: string; licenses?: unknown; hashes?: unknown }[]
    }
    const names = components.map((component) => component.name)
    expect(names).toContain('viem')
    for (const other of ['vitest', 'elliptic', 'oxlint', 'typescript']) expect(names).not.toContain(other)
    const incomplete = components.filter((component) => !component.licenses || !component.hashes)
    expect(incomplete.map((component) => component.purl)).toEqual([])
  },
)

test('the installed packages have a license and a README, and no script that runs at the installation', async () => {
  for (const name of ['@connex/server', '@connex/cli']) {
    expect(await readdir(installed(name))).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'bin']))
    const own = installed(`${name}/node_modules`)
    for (const carried of ['secp256k1', 'fastify', '@connex/node'])
      expect(JSON.parse(await readFile(join(own, carried, 'package.json'), 'utf8'))).not.toHaveProperty(
        'scripts',
      )
  }
})

test('the installed server serves the client, follows the ledger, and says its version', async () => {
  const page = await fetch(`${url}/login`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
  const config = await (await fetch(`${url}/config/config.json`)).json()
  expect(config).toMatchObject({ apiUrl: '/', chainId: ledger.chainId })
  await until('readiness', async () => (await fetch(`${url}/health/ready`)).ok)
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ version, ledger: true })
})

test('the installed command line makes a wallet, and logs in at the installed server', async () => {
  const connex = (...parameters: string[]) =>
    run(installed('.bin/connex'), parameters, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, CONNEX_PASSWORD: 'installed' },
    })
  expect((await connex('--version')).stdout).toMatch(/\d+\.\d+\.\d+/)
  await writeFile(join(folder, 'password'), 'installed', { mode: 0o600 })
  await writeFile(join(folder, 'key'), DEPLOYER.slice(2), { mode: 0o600 })
  await connex('wallet', 'create', 'wallet.json', '--password-file', 'password')
  const stranger = connex('login', '--server', url, '--wallet', 'wallet.json', '--password-file', 'password')
  // The server answers the wallet itself: it knows no user of it.
  await expect(stranger).rejects.toThrow(/No user of this server has the wallet 0x[0-9a-f]{40}/)
})
