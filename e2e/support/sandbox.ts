// A sandbox of the tests' own: other ports, a folder under the system's temporary one, nothing shared.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxDescription } from '@connex/cli'

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
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}: ${said}`)))
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
