import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, findingOf } from './check.ts'
import type { Check, Fault } from './check.ts'

const limits = {
  lines: 500,
  fewestLines: 15,
  median: 100,
  depth: 4,
  filesInFolder: 20,
  linesForAnEffect: 1000,
}

const isSource = (file: string): boolean =>
  /^(contracts|protocol|sdk|node|web|cli|testkit|ledgers|rehearsal|tools|e2e|bench)\/.*[.](tsx?|mjs|sol|css)$/.test(
    file,
  ) && !/[.](test|spec)[.]tsx?$|[.]t[.]sol$|^contracts\/(generated|test)\//.test(file)

/** Modules of 15 to 500 lines, in folders of at most 20 files, at most four folders under src. */
export const shape: Check = {
  name: 'shape',
  judge: async (root) => {
    const files = (await filesOf(root)).filter(isSource)
    const sizes = (await Promise.all(files.map((file) => measure(root, file)))).filter(
      ({ lines }) => lines > 0,
    )
    const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    const problems = [
      ...(sizes.length === 0 ? ['no source file was found'] : []),
      ...(median > limits.median ? [`the median file has ${median} lines, more than ${limits.median}`] : []),
      ...sizes
        .filter(({ lines }) => lines > limits.lines)
        .map(({ file, lines }) => `${file} has ${lines} lines, more than ${limits.lines}`),
      ...tooManyEffects(sizes.filter(({ file }) => /^web\/src\/.*[.]tsx?$/.test(file))),
      ...files
        .filter((file) => depthOf(file) > limits.depth)
        .map((file) => `${file} lies ${depthOf(file)} folders deep, more than ${limits.depth}`),
    ]
    const entries = new Set([...(await exportsOf(root, files)), ...sizes.flatMap(({ lazy }) => lazy)])
    const { ok, output } = findingOf(faultsOf(sizes, entries))
    return { ok: ok && problems.length === 0, output: [...problems, output].join('\n').trim() }
  },
}

/** The files that the packages' manifests export. */
async function exportsOf(root: string, files: readonly string[]): Promise<string[]> {
  const packages = [...new Set(files.map((file) => file.slice(0, file.indexOf('/'))))]
  const exported = await Promise.all(
    packages.map(async (folder) => {
      const text = await readFile(join(root, folder, 'package.json'), 'utf8').catch(() => '{}')
      const { exports = {} } = JSON.parse(text) as { exports?: Record<string, string> }
      return Object.values(exports).map((path) => join(folder, path))
    }),
  )
  return exported.flat()
}

/** Entries, workers, preloads, settings, migrations and routes may be short: they are loaded by their file's name. */
const isEntry = (file: string): boolean =>
  /(^|\/)(index|main|run)[.]\w+$|[Ww]orker[.]ts$|[Pp]reload[.]ts$|[.]config[.]|[.]d[.]ts$|^(tools|bench|e2e|sdk\/examples|\w+\/script)\/[^/]+$|\/(migrations|messages|routes)\/|[.]css$/.test(
    file,
  )

function faultsOf(sizes: readonly Size[], entries: ReadonlySet<string>): Fault[] {
  const present = sizes.filter(({ lines }) => lines > 0)
  const linesOf = new Map(sizes.map(({ file, lines }) => [file, lines]))
  // A component and its stylesheet are one module.
  const wholeOf = ({ file, lines }: Size) => lines + (linesOf.get(file.replace('.tsx', '.module.css')) ?? 0)
  const short = present
    .filter((size) => wholeOf(size) < limits.fewestLines && !isEntry(size.file) && !entries.has(size.file))
    .map(({ file, lines }) => ({ rule: 'short-file', file, text: ` ${lines} lines` }))
  const folders = Map.groupBy(
    present.filter(({ file }) => !file.endsWith('.css')),
    ({ file }) => file.slice(0, file.lastIndexOf('/')),
  )
  const full = [...folders]
    .filter(([, { length }]) => length > limits.filesInFolder)
    .map(([folder, { length }]) => ({
      rule: 'full-folder',
      file: folder,
      text: ` ${length} files, more than ${limits.filesInFolder}`,
    }))
  return [...short, ...full]
}

/** How many folders lie between a room's src (or the room) and the file. */
function depthOf(file: string): number {
  const folders = file.split('/').slice(1, -1)
  return folders[0] === 'src' ? folders.length - 1 : folders.length
}

type Size = {
  file: string
  lines: number
  effects: number
  /** The files that it imports as chunks of their own. */
  lazy: string[]
}

async function measure(root: string, file: string): Promise<Size> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  const effects = text.match(/\buse(Layout|Insertion)?Effect\(/g) ?? []
  const lazy = [...text.matchAll(/\bimport\('([.][^']+)'\)/g)].map(([, path = '']) => join(file, '..', path))
  return { file, lines: text.split('\n').length - 1, effects: effects.length, lazy }
}

/** Effects are for what lies outside React; state that is fetched or derived in one belongs elsewhere. */
function tooManyEffects(sizes: readonly Size[]): string[] {
  const effects = sizes.reduce((sum, size) => sum + size.effects, 0)
  const lines = sizes.reduce((sum, size) => sum + size.lines, 0)
  const allowed = Math.ceil(lines / limits.linesForAnEffect)
  if (effects <= allowed) return []
  const where = sizes.filter((size) => size.effects > 0).map(({ file }) => file)
  return [`web has ${effects} effects in ${lines} lines, more than ${allowed}: ${where.join(', ')}`]
}
