import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const WITHOUT_NETWORK = /dial tcp|no such host|connection refused|i\/o timeout|TLS handshake timeout/

const TOO_OLD = /unknown directive|requires go|toolchain not available/

/**
 * `installMedusa('cache/medusa/bin')`: builds the version that go.mod pins, of modules whose contents go.sum pins.
 * @returns Where it is, or why it cannot be had here: Go has to be there already.
 */
export function installMedusa(folder: string): { binary: string } | { missing: string } {
  const binary = join(folder, process.platform === 'win32' ? 'medusa.exe' : 'medusa')
  const { status, error, stderr } = spawnSync('go', ['build', '-o', binary, 'github.com/crytic/medusa'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  if (error !== undefined || TOO_OLD.test(stderr)) return { missing: 'Go 1.24 or later is not installed.' }
  if (status === 0) return { binary }
  const reason = stderr.trim().split('\n').at(-1) ?? ''
  if (WITHOUT_NETWORK.test(stderr)) return { missing: `The module proxy of Go is not reachable: ${reason}` }
  throw new Error(`Go could not build Medusa:\n${stderr}`)
}
