// A sandbox of the tests' own: other ports, a folder under the system's temporary one, nothing shared.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SandboxDescription } from '@connex/cli'
import { deliveryManagerAbi, legTypes } from '@connex/contracts'
import {
  call,
  contractCall,
  createClient,
  createLocalSigner,
  discoverVersion,
  readWalletFile,
  send,
  unlockWallet,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { test as base } from '@playwright/test'

export type Sandbox = {
  description: SandboxDescription
  stop: () => Promise<void>
}

const main = new URL('../../cli/src/main.ts', import.meta.url).pathname

/** One that runs already, by its sandbox.json: quicker while a test is being written. */
export async function openSandbox(file: string): Promise<Sandbox> {
  const description = JSON.parse(await readFile(file, 'utf8')) as SandboxDescription
  return { description, stop: async () => {} }
}

/** Starts a sandbox on free ports and waits until it says that it is ready. */
export async function startSandbox(options: { custodianDelay?: number } = {}): Promise<Sandbox> {
  const directory = await mkdtemp(join(tmpdir(), 'connex-e2e-'))
  const ports = await freePorts(3)
  const [north, south, ledger] = ports
  const child = spawn(
    process.execPath,
    [
      main,
      'sandbox',
      '--json',
      `--data=${directory}`,
      `--port-north=${north}`,
      `--port-south=${south}`,
      `--ledger-port=${ledger}`,
      `--custodian-delay=${options.custodianDelay ?? 1}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const description = await ready(child)
  return { description, stop: () => stop(child, directory) }
}

/** With `--json` the sandbox prints its description on standard output once it is ready, and nothing else there. */
async function ready(child: ChildProcess): Promise<SandboxDescription> {
  let printed = ''
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}: ${errors}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const description = whole(printed)
      if (description !== undefined) resolve(description)
    })
  })
}

function whole(text: string): SandboxDescription | undefined {
  try {
    return JSON.parse(text) as SandboxDescription
  } catch {
    return undefined
  }
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
  await rm(directory, { recursive: true, force: true })
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer()
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

/** The wallet file of a user, as `.connex/sandbox.json` lists it. */
export function walletOf(sandbox: Sandbox, user: string) {
  const wallet = sandbox.description.wallets.find((one) => one.user === user)
  if (wallet === undefined) throw new Error(`the sandbox has no user ${user}`)
  const server = sandbox.description.servers.find((one) => one.name === wallet.server)
  if (server === undefined) throw new Error(`the sandbox has no server ${wallet.server}`)
  return { ...wallet, url: server.url }
}

const CHAIN_ID = 31337

/** A user of the sandbox by the SDK: for what the web client does not do, such as the platform's own administration. */
export async function clientOf(sandbox: Sandbox, user: string): Promise<Client> {
  const { file, password, url } = walletOf(sandbox, user)
  const privateKey = await unlockWallet(readWalletFile(await readFile(file, 'utf8')), password)
  const client = createClient({
    baseUrl: url,
    signer: createLocalSigner(privateKey, { chainId: CHAIN_ID }),
  })
  await discoverVersion(client)
  return client
}

/** One sandbox for all tests of a worker: it takes most of the time. */
export const test = base.extend<object, { sandbox: Sandbox }>({
  sandbox: [
    // Playwright reads the fixtures that a test needs from this pattern; this one needs none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const running = process.env['SANDBOX_FILE']
      const sandbox = running === undefined ? await startSandbox() : await openSandbox(running)
      await use(sandbox)
      await sandbox.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

export { expect } from '@playwright/test'

/** Kills a part of a running sandbox as a power cut would; its supervisor starts it again. */
export async function killPart(sandbox: Sandbox, part: 'ledger' | 'north'): Promise<void> {
  const folder = dirname(dirname(walletOf(sandbox, 'a.keller').file))
  if (part === 'ledger') {
    const anvil = JSON.parse(await readFile(join(folder, 'ledger', 'anvil.pid'), 'utf8')) as { pid: number }
    process.kill(anvil.pid, 'SIGKILL')
    return
  }
  const { port } = new URL(walletOf(sandbox, 'a.keller').url)
  const stamps = JSON.parse(await readFile(join(folder, 'processes.json'), 'utf8')) as { pid: number }[]
  const server = stamps.find(({ pid }) => listensOn(pid, port))
  if (server === undefined) throw new Error('the server is not among the parts of the sandbox')
  process.kill(server.pid, 'SIGKILL')
}

/** Whether a process was given this port by its environment. */
function listensOn(pid: number, port: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`PORT=${port}`)
  } catch {
    return false
  }
}

/** Takes the leg manager of documented payments from the ledger; what comes back puts it there again. */
export async function withoutPayments(sandbox: Sandbox): Promise<() => Promise<void>> {
  const operator = await clientOf(sandbox, 'o.berg')
  const { address } = await call(operator, 'deliveryManager')
  const external = legTypes.indexOf('EXTERNAL')
  const { items } = await call(operator, 'legManagers')
  const registered = items.find(({ registryType }) => registryType === 'EXTERNAL')
  if (registered === undefined) throw new Error('the sandbox has no leg manager of payments')
  await send(operator, [contractCall(deliveryManagerAbi, address, 'unregisterLegManager', [external])])
  return async () => {
    const legManager = registered.deliveryLegManager as `0x${string}`
    const back = [external, legManager, NO_REGISTRY] as const
    await send(operator, [contractCall(deliveryManagerAbi, address, 'registerLegManager', back)])
  }
}

/** Payments stand in no registry. */
const NO_REGISTRY = 0
