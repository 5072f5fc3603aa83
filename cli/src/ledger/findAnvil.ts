import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { CliError } from '../CliError.ts'

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The anvil program itself. The package's own `anvil` command is a script that starts it as a child, and a
 * kill of the script would leave the program running.
 */
export function findAnvil(): string {
  const target = `${process.platform}-${architectures[process.arch] ?? process.arch}`
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const manifest = createRequire(wrapper).resolve(`@foundry-rs/anvil-${target}/package.json`)
    const path = manifest.replace(/package\.json$/, `bin/${program}`)
    if (existsSync(path)) return path
  } catch {
    // Not installed: said below.
  }
  throw CliError.of('anvilMissing', target)
}
