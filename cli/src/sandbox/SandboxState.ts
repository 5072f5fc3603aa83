import { createServer } from 'node:net'
import { join } from 'node:path'
import { CliError } from '../CliError.ts'
import { readJson, writeFileAtomic } from '../process/files.ts'
import type { SandboxDescription } from './SandboxDescription.ts'
import type { SandboxOptions } from './SandboxOptions.ts'
import type { ServerName } from './seed/tenants.ts'

export type SandboxPorts = { readonly north: number; readonly south: number; readonly ledger: number }

/** What a sandbox knows of itself from its first start on. Written once that is complete. */
export type SandboxState = {
  readonly version: 1
  readonly ports: SandboxPorts
  readonly chainId: number
  readonly platformManager: string
  /** The addresses of the tenants that each server hosts. */
  readonly hosted: Readonly<Record<ServerName, readonly string[]>>
  /** The last block of the seed: what came later is the users' own. */
  readonly seededBlock: number
  readonly description: SandboxDescription
}

export const usualPorts: SandboxPorts = { north: 4000, south: 4001, ledger: 8545 }

export function findState(files: SandboxFiles): SandboxState | undefined {
  const state = readJson(files.state) as SandboxState | undefined
  return state?.version === 1 ? state : undefined
}

export function writeState(files: SandboxFiles, state: SandboxState): Promise<void> {
  return writeFileAtomic(files.state, JSON.stringify(state, undefined, 2))
}

/**
 * The ports of this start. Those of the servers stay: the ledger names them as the tenants' addresses.
 *
 * @throws CliError `usage` where another one is asked for
 */
export function choosePorts(options: SandboxOptions, state: SandboxState | undefined): SandboxPorts {
  const ports = { ...usualPorts, ...state?.ports, ...options.ports }
  for (const name of ['north', 'south'] as const) {
    if (state && ports[name] !== state.ports[name]) {
      throw CliError.of(
        'usage',
        `This sandbox was made with server ${name} on port ${state.ports[name]}, which the ledger knows: ` +
          `leave --port-${name} out, or begin anew with --reset.`,
      )
    }
  }
  if (new Set(Object.values(ports)).size < 3) {
    throw CliError.of('usage', 'The two servers and the ledger need three different ports.')
  }
  return ports
}

/** Where everything of a sandbox lies, under its directory (`.connex`). */
export function sandboxFiles(directory: string) {
  const server = (name: string) => join(directory, 'servers', name)
  return {
    directory,
    /** 32 bytes in hex; every key of the sandbox comes from it. */
    secret: join(directory, 'secret'),
    state: join(directory, 'state.json'),
    description: join(directory, 'sandbox.json'),
    processes: join(directory, 'processes.json'),
    ledger: join(directory, 'ledger'),
    database: (name: string) => join(server(name), 'database'),
    nodeKey: (name: string) => join(server(name), 'node.key'),
    clientConfig: (name: string) => join(server(name), 'config.json'),
    log: (name: string) => join(directory, 'logs', `${name}.log`),
    /** What `--reset` removes: nothing that is not the sandbox's own. */
    all: ['secret', 'state.json', 'sandbox.json', 'ledger', 'servers', 'wallets', 'logs'].map((name) =>
      join(directory, name),
    ),
  }
}

export type SandboxFiles = ReturnType<typeof sandboxFiles>

/** Says which port is taken before anything is started. */
export async function refuseUsedPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const code = await tryPort(port)
    if (code === 'EADDRINUSE') throw CliError.of('portInUse', String(port))
    if (code === 'EACCES') throw CliError.of('portForbidden', String(port))
  }
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}
