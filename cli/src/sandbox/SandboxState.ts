import { createServer } from 'node:net'
import { join } from 'node:path'
import { CliError } from '../CliError.ts'
import { readJson, writeFileAtomic } from '../process/files.ts'
import type { SandboxDescription } from './SandboxDescription.ts'
import type { SandboxOptions } from './SandboxOptions.ts'
import type { ServerName } from './seed/tenants.ts'

export type SandboxPorts = { readonly north: number; readonly south: number; readonly ledger: number }

/** The state of a sandbox, written when its first start is complete. */
export type SandboxState = {
  readonly version: 1
  readonly ports: SandboxPorts
  readonly chainId: number
  readonly platformManager: string
  /** What users pay for a unit of gas at most, in wei. Sandboxes of earlier versions have a free ledger. */
  readonly gasPrice?: string
  /** The addresses of the tenants that each server hosts. */
  readonly hosted: Readonly<Record<ServerName, readonly string[]>>
  /** The last block of the seeded data. */
  readonly seededBlock: number
  readonly description: SandboxDescription
}

export const defaultPorts: SandboxPorts = { north: 4000, south: 4001, ledger: 8545 }

export function findState(files: SandboxFiles): SandboxState | undefined {
  const state = readJson(files.state) as SandboxState | undefined
  return state?.version === 1 ? state : undefined
}

export function writeState(files: SandboxFiles, state: SandboxState): Promise<void> {
  return writeFileAtomic(files.state, JSON.stringify(state, undefined, 2))
}

/**
 * The ports of this start. The servers' ports cannot change: the tenants' URLs on the ledger contain them.
 *
 * @throws CliError `usage` for another port
 */
export function choosePorts(options: SandboxOptions, state: SandboxState | undefined): SandboxPorts {
  const ports = { ...defaultPorts, ...state?.ports, ...options.ports }
  for (const name of ['north', 'south'] as const) {
    if (state && ports[name] !== state.ports[name]) {
      throw CliError.of(
        'usage',
        `Server ${name} of this sandbox uses port ${state.ports[name]}, which is on the ledger: ` +
          `omit --port-${name}, or start from scratch with --reset.`,
      )
    }
  }
  if (new Set(Object.values(ports)).size < 3) {
    throw CliError.of('usage', 'The two servers and the ledger need three different ports.')
  }
  return ports
}

/** The files of a sandbox, under its directory (`.connex`). */
export function sandboxFiles(directory: string) {
  const server = (name: string) => join(directory, 'servers', name)
  return {
    directory,
    /** 32 bytes in hex; all keys of the sandbox derive from it. */
    secret: join(directory, 'secret'),
    state: join(directory, 'state.json'),
    description: join(directory, 'sandbox.json'),
    processes: join(directory, 'processes.json'),
    ledger: join(directory, 'ledger'),
    database: (name: string) => join(server(name), 'database'),
    nodeKey: (name: string) => join(server(name), 'node.key'),
    clientConfig: (name: string) => join(server(name), 'config.json'),
    log: (name: string) => join(directory, 'logs', `${name}.log`),
    /** What `--reset` removes: only the sandbox's own files. */
    all: ['secret', 'state.json', 'sandbox.json', 'ledger', 'servers', 'wallets', 'logs'].map((name) =>
      join(directory, name),
    ),
  }
}

export type SandboxFiles = ReturnType<typeof sandboxFiles>

/** Refuses ports that are in use, before anything starts. */
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
