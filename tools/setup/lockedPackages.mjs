import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile, modules, root } from './paths.mjs'

/** What the lock names for this platform: folders of packages, and the names of the top ones' commands. */
export function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const entries = Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && fits(entry),
  )
  const folders = entries.map(([path]) => join(root, path))
  const commands = entries
    .filter(([path]) => path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0)
    .flatMap(([, entry]) => Object.keys(entry.bin ?? {}))
  return { folders, commands: [...new Set(commands)] }
}

// An optional package without a platform belongs to a fallback that this platform does not need.
function fits({ os, cpu, libc, optional }) {
  if (!os) return !optional
  return (
    os.includes(process.platform) && (!cpu || cpu.includes(process.arch)) && (!libc || libc.includes('glibc'))
  )
}

export const missingFolders = ({ folders }) =>
  folders.filter((folder) => !existsSync(join(folder, 'package.json')))

export const missingCommands = ({ commands }) =>
  commands.filter(
    (name) => !existsSync(join(modules, '.bin', process.platform === 'win32' ? `${name}.cmd` : name)),
  )
