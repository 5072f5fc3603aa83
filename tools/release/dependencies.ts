// The installed packages that a workspace needs to run, as the lock file has them.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export type Manifest = {
  name: string
  version: string
  license?: string
  type?: string
  sideEffects?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  exports?: Record<string, string>
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/**
 * The folders of all packages that these workspaces need, each once, without the workspaces and without `except`. Development
 * dependencies and optional peers are not among them.
 *
 * @example await findDependencies(root, ['node'], []) // ['node_modules/fastify', …], from the root
 */
export async function findDependencies(
  root: string,
  workspaces: readonly string[],
  except: readonly string[],
): Promise<string[]> {
  const found = new Set<string>()
  async function follow(folder: string): Promise<void> {
    const { dependencies = {}, optionalDependencies = {} } = await readManifest(folder)
    const optional = new Set(Object.keys(optionalDependencies))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@connex/') || except.includes(name)) continue
      const place = locate(root, folder, name)
      if (place === undefined && optional.has(name)) continue
      if (place === undefined)
        throw new Error(`${name}, which ${folder} needs, is not installed: run npm run setup`)
      const path = relative(root, place)
      if (found.has(path)) continue
      found.add(path)
      await follow(place)
    }
  }
  for (const workspace of workspaces) await follow(join(root, workspace))
  return [...found].toSorted()
}

/** As Node looks for it: in the folder's own node_modules, then in those above. */
function locate(root: string, folder: string, name: string): string | undefined {
  for (let at = folder; at.startsWith(root); at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return undefined
}
