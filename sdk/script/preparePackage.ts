// Before `npm pack`: JavaScript and declarations into dist/, with what the SDK takes from the rooms below, our license, and a
// package.json that points at them. `restorePackage.ts` puts the one of the workspace back.
import { execFile } from 'node:child_process'
import { constants, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** What the most demanding dependency asks for, eventsource-parser; the package's test installs it strictly. */
const ENGINES = { node: '>=22.12' }

type Manifest = {
  dependencies: Record<string, string>
  devDependencies?: unknown
  scripts?: unknown
  private?: boolean
  exports: Record<string, unknown>
  sideEffects: string[]
}
const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8')) as Manifest

await rm(dist, { recursive: true, force: true })
await promisify(execFile)('tsc', ['-p', join(root, 'tsconfig.package.json')])
const entryPoints = new Map([...(await entryPointsOf('contracts')), ...(await entryPointsOf('protocol'))])
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) await enterByPath(join(entry.parentPath, entry.name))
}
await copyFile(join(root, '../LICENSE'), join(root, 'LICENSE'))
await writeManifest()

/** Of a room below, each by its name: '@connex/protocol/api' → its file in `dist`. */
async function entryPointsOf(room: string): Promise<[name: string, file: string][]> {
  const { exports } = await readManifest(join(root, '..', room, 'package.json'))
  return Object.entries(exports).map(([path, source]) => [
    join(`@connex/${room}`, path),
    join(dist, room, String(source).replace(/[.]ts$/, '.js')),
  ])
}

/** The other rooms lie in the same package: their names become paths. */
async function enterByPath(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const pathTo = (target: string): string => {
    const path = relative(dirname(file), target)
    return path.startsWith('.') ? path : `./${path}`
  }
  const named = text
    .replace(
      /(from |import\()(['"])(@connex\/[\w/]+)\2/g,
      (_, before: string, quote: string, name: string) => {
        const entryPoint = entryPoints.get(name)
        if (entryPoint === undefined)
          throw new Error(`${relative(dist, file)} imports ${name}, which no room exports.`)
        return `${before}${quote}${pathTo(entryPoint)}${quote}`
      },
    )
    .replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
  if (named !== text) await writeFile(file, named)
}

async function writeManifest(): Promise<void> {
  const own = join(root, 'package.json')
  // A copy that is there already is of a packing that was broken off: `restorePackage.ts` first.
  await copyFile(own, join(root, 'package.workspace.json'), constants.COPYFILE_EXCL)
  const {
    devDependencies: _tests,
    scripts: _ofWorkspace,
    private: _unpublished,
    ...manifest
  } = await readManifest(own)
  const below = await readManifest(join(root, '../protocol/package.json'))
  const all = { ...below.dependencies, ...manifest.dependencies }
  const built = (source: string): string => source.replace(/^\.\/src\/(.*)\.ts$/, './dist/sdk/src/$1')
  const packed = {
    ...manifest,
    engines: ENGINES,
    dependencies: Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => !name.startsWith('@connex/'))
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    ),
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([entryPoint, source]) => {
        const path = built(String(source))
        return [entryPoint, { types: `${path}.d.ts`, default: `${path}.js` }]
      }),
    ),
    sideEffects: manifest.sideEffects.map((source) => `${built(source)}.js`),
  }
  await writeFile(own, `${JSON.stringify(packed, undefined, 2)}\n`)
}
