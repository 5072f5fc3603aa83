import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

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
