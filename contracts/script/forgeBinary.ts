import { createRequire } from 'node:module'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Where npm put forge for this machine. Its launcher in node_modules/.bin ends with 0 whatever forge ended with, so
 * that a failed test or a changed gas figure would pass unseen.
 */
export function forgeBinary(): string {
  const { platform, arch } = process
  const name = `@foundry-rs/forge-${platform}-${ARCHITECTURES[arch] ?? arch}`
  const { resolve } = createRequire(import.meta.resolve('@foundry-rs/forge/bin.mjs'))
  return resolve(`${name}/bin/forge${platform === 'win32' ? '.exe' : ''}`)
}
