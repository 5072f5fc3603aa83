// Writes what follows from the contracts: contracts/generated, the table of names in docs/contracts.md and the
// storage layouts in snapshots/storage: `node script/generate.ts`. With --check it writes nothing and fails where a
// file is stale or a function has no word of documentation. A layout that moves or takes away what a manager keeps is
// refused; --rewrite-storage lets it pass, which is right only while no ledger holds such a manager.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgeBinary } from './forgeBinary.ts'
import {
  abiModules,
  bytecodeModule,
  constantsModules,
  errorsModule,
  layoutsModule,
} from './generate/modules.ts'
import { withNamesTable } from './generate/namesTable.ts'
import { readArtifacts, readNamespaces, undocumented } from './generate/artifacts.ts'
import type { Artifact } from './generate/artifacts.ts'
import { storageLayouts } from './generate/storageLayouts.ts'
import { breaks } from './deployment/layout.ts'
import type { Layout } from './deployment/layout.ts'

const room = join(dirname(fileURLToPath(import.meta.url)), '..')
const folders = ['generated', 'snapshots/storage']
const page = '../docs/contracts.md'

const read = (file: string): string | undefined => {
  try {
    return readFileSync(join(room, file), 'utf8')
  } catch {
    return undefined
  }
}

/** File → content of everything that is written here. */
function generate(artifacts: readonly Artifact[], layouts: ReadonlyMap<string, Layout>): Map<string, string> {
  const modules = new Map([
    ...abiModules(artifacts),
    ...constantsModules(join(room, 'src')),
    ['errors.ts', errorsModule(artifacts)],
  ])
  const index = [...modules.keys()].sort().map((file) => `export * from './${file}'\n`)
  modules.set('index.ts', index.join('')).set('bytecode.ts', bytecodeModule(artifacts))
  modules.set('storageLayouts.ts', layoutsModule(layouts))
  const files = new Map([[page, withNamesTable(read(page) ?? '', artifacts, room)]])
  for (const [file, text] of modules) files.set(`generated/${file}`, text)
  for (const [name, layout] of layouts)
    files.set(`snapshots/storage/${name}.json`, `${JSON.stringify(layout, null, 2)}\n`)
  return files
}

/** The lines of the committed layouts that these break. */
const storageBreaks = (layouts: ReadonlyMap<string, Layout>): string[] =>
  [...layouts].flatMap(([name, layout]) => {
    const former = read(`snapshots/storage/${name}.json`)
    return former === undefined ? [] : breaks(name, JSON.parse(former) as Layout, layout)
  })

execFileSync(forgeBinary(), ['build', '--skip', 'test', '--silent'], { cwd: room, stdio: 'inherit' })

for (const folder of folders) mkdirSync(join(room, folder), { recursive: true })
const artifacts = readArtifacts(room)
const layouts = storageLayouts(artifacts, (name) => readNamespaces(room, name))
const wanted = generate(artifacts, layouts)
const stale = [...wanted].filter(([file, text]) => read(file) !== text).map(([file]) => file)
const surplus = folders
  .flatMap((folder) => readdirSync(join(room, folder)).map((file) => `${folder}/${file}`))
  .filter((file) => !wanted.has(file))

const wrong: string[] = []
if (!process.argv.includes('--rewrite-storage')) {
  wrong.push(...storageBreaks(layouts).map((line) => `The storage of ${line}.`))
}
if (process.argv.includes('--check')) {
  const files = [...stale, ...surplus]
  if (files.length > 0) wrong.push(`Stale: ${files.join(', ')}. Run \`npm run generate -w contracts\`.`)
  wrong.push(...undocumented(artifacts).map((name) => `${name} has neither @notice nor @return.`))
} else if (wrong.length === 0) {
  for (const file of stale) writeFileSync(join(room, file), wanted.get(file) ?? '')
  for (const file of surplus) rmSync(join(room, file))
}
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`)
  process.exitCode = 1
}
