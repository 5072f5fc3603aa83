import { CliError } from '../CliError.ts'
import { readJson } from '../process/readJson.ts'
import { writeFileAtomic } from '../process/writeFileAtomic.ts'
import type { SandboxDescription } from './SandboxDescription.ts'
import type { SandboxFiles } from './sandboxFiles.ts'
import type { SandboxOptions } from './SandboxOptions.ts'
import type { ServerName } from './seed/people.ts'

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
export function settlePorts(options: SandboxOptions, state: SandboxState | undefined): SandboxPorts {
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
