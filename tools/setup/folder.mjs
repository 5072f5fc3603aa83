import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const modules = join(root, 'node_modules')
export const lockFile = join(root, 'package-lock.json')

const file = join(modules, '.connex-setup.json')

/** What an earlier set-up recorded under this name, if its node_modules are still there. */
export function readStamp(name) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))[name]
  } catch {
    return undefined
  }
}

export function writeStamp(name, value) {
  let stamps = {}
  try {
    stamps = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The first stamp in a new node_modules.
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...stamps, [name]: value }, null, 2)}\n`)
}

// What builds and checks write: hashing it would ask for another build after each.
const outputs = new Set(['node_modules', 'dist', '.built', '.types'])

/** One fingerprint of the names and contents of files and of folders' files; absent ones count as absent. */
export function hashFiles(root, paths, wanted = () => true) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      const name = relative(root, file).replaceAll('\\', '/')
      if (wanted(name)) hash.update(name).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  return readdirSync(path)
    .filter((name) => !outputs.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}
