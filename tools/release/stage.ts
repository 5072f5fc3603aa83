// A package's folder as npm packs it: our workspaces in JavaScript, and everything that they need, so that installing it asks no
// registry and takes exactly the versions that were tested.
import { stripTypeScriptTypes } from 'node:module'
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findDependencies, readManifest } from './dependencies.ts'
import type { Manifest } from './dependencies.ts'
import { codeOf } from './packages.ts'
import type { ReleasedPackage } from './packages.ts'

/** What of a workspace runs outside this repository. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  contracts: ['generated', 'script/deploy.ts', 'script/deployment', 'script/upgrade.ts', 'script/upgrade'],
  web: ['dist'],
}

/** Makes the folder from nothing. `await stage(root, '/tmp/x', RELEASED[0])` */
export async function stage(root: string, folder: string, released: ReleasedPackage): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const { version, license = '' } = await readManifest(root)
  const dependencies = await findDependencies(root, codeOf(released), released.added)
  for (const path of dependencies) await stageDependency(join(root, path), join(folder, stagedAt(path)))
  for (const workspace of released.workspaces)
    await stageWorkspace(join(root, workspace), join(folder, 'node_modules/@connex', workspace))
  const carried: Record<string, string> = {}
  for (const name of await listPackages(join(folder, 'node_modules')))
    carried[name] = (await readManifest(join(folder, 'node_modules', name))).version
  const own = await readManifest(join(root, released.workspace))
  const peers = Object.fromEntries(released.added.map((name) => [name, own.dependencies?.[name] ?? '']))
  await writeJson(join(folder, 'package.json'), {
    name: released.name,
    version,
    description: released.description,
    license,
    type: 'module',
    engines: { node: '>=24' },
    bin: { [released.command.name]: `bin/${released.command.name}.js` },
    files: ['bin'],
    dependencies: carried,
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(released.added.map((name) => [name, { optional: true }])),
    bundleDependencies: Object.keys(carried),
  })
  await writeCommand(folder, released)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(root, released.workspace, 'README.md'), join(folder, 'README.md'))
}

/** `sdk/node_modules/x` belongs to the workspace, which lies elsewhere in the package. */
const stagedAt = (path: string): string =>
  path.startsWith('node_modules/') ? path : `node_modules/@connex/${path}`

/** Sources, declarations and maps: half of the bytes, and nothing that runs. */
const UNUSED = /\.(c|cc|h|gyp|map|[cm]?ts|flow)$/

/** Nothing compiles and no script runs where the package is installed. */
async function stageDependency(from: string, to: string): Promise<void> {
  const nested = join(from, 'node_modules')
  await cp(from, to, { recursive: true, filter: (path) => path !== nested && !UNUSED.test(path) })
  const manifest = JSON.parse(await readFile(join(to, 'package.json'), 'utf8')) as Manifest & {
    scripts?: unknown
    gypfile?: boolean
  }
  delete manifest.scripts
  if (manifest.gypfile === true) manifest.gypfile = false
  await writeJson(join(to, 'package.json'), { ...manifest, ...(await dependenciesOf(from, manifest)) })
}

/** An override of the lock file is what the package depends on. */
async function dependenciesOf(from: string, { name, dependencies }: Manifest): Promise<Partial<Manifest>> {
  if (name !== 'secp256k1') return {}
  const standIn = await readManifest(join(dirname(from), 'elliptic'))
  return { dependencies: { ...dependencies, elliptic: `npm:${standIn.name}@${standIn.version}` } }
}

async function stageWorkspace(from: string, to: string): Promise<void> {
  const { name, version, license, type, sideEffects, dependencies, exports } = await readManifest(from)
  for (const source of SOURCES[basename(from)] ?? ['src'])
    await stageSource(join(from, source), join(to, source))
  await writeJson(join(to, 'package.json'), {
    name,
    version,
    license,
    type,
    sideEffects,
    dependencies,
    exports:
      exports &&
      toJavaScriptPaths({ ...exports, ...(name === '@connex/cli' ? { './main': './src/main.ts' } : {}) }),
  })
}

const toJavaScriptPaths = (exports: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(exports).map(([name, path]) => [name, path.replace(/\.ts$/, '.js')]))

/** A file or a folder; tests stay behind. */
async function stageSource(from: string, to: string): Promise<void> {
  if (!/\.\w+$/.test(from)) {
    for (const name of await readdir(from)) await stageSource(join(from, name), join(to, name))
    return
  }
  if (/\.test\.ts$|\.snap$/.test(from)) return
  await mkdir(dirname(to), { recursive: true })
  if (!from.endsWith('.ts')) return cp(from, to)
  await writeFile(to.replace(/\.ts$/, '.js'), toJavaScript(await readFile(from, 'utf8')))
}

/** Names of modules: what is imported, and what a URL names. */
const MODULE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g

/**
 * What Node runs, without its types. They become spaces, so that lines and columns in a stack trace are those of the source, and
 * no source map is needed.
 */
const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source, { mode: 'strip' }).replaceAll(MODULE, '$1$2.js$1')

async function listPackages(folder: string): Promise<string[]> {
  const names: string[] = []
  for (const name of (await readdir(folder)).toSorted())
    if (name.startsWith('@'))
      for (const inner of await readdir(join(folder, name))) names.push(`${name}/${inner}`)
    else names.push(name)
  return names
}

/** The server serves the client that it comes with, unless the operator names another one, or none. */
async function writeCommand(folder: string, { command, workspaces }: ReleasedPackage): Promise<void> {
  const client =
    command.name === 'connex-server' && workspaces.includes('web')
      ? `import { fileURLToPath } from 'node:url'\n\nprocess.env.WEB_ROOT ??= fileURLToPath(new URL('../node_modules/@connex/web/dist', import.meta.url))\n`
      : ''
  const file = join(folder, 'bin', `${command.name}.js`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `#!/usr/bin/env node\n${client}await import('${command.runs}')\n`)
  await chmod(file, 0o755)
}

const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`)
