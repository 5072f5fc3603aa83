// `npm run site`: the documents as a website with a search, and a page for each function and type of the SDK, in
// `tools/site/.built/dist`, a folder that any web server can serve. What only the site needs is installed in `tools/site`.
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesOf } from './checks/check.ts'
import { run } from './run.ts'
import {
  folderPage,
  isDocument,
  isTaken,
  linksOf,
  navigationOf,
  pageOf,
  placeOf,
  siteText,
} from './site/pages.ts'

const root = join(import.meta.dirname, '..')
const site = join(import.meta.dirname, 'site')
const built = join(site, '.built')
const pages = join(built, 'pages')

await runHere('npm', ['ci', '--ignore-scripts'])
await rm(built, { recursive: true, force: true })
const files = await filesOf(root)
const texts = await readDocuments()
await writeDocuments()
await cp(join(root, 'web/public/favicon.svg'), join(pages, 'public/favicon.svg'))
await write('navigation.json', JSON.stringify(navigationOf(texts.get('docs/README.md') ?? '')), built)
await runHere(process.execPath, ['node_modules/typedoc/bin/typedoc'])
await runHere(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '.'])
console.log(`${texts.size} documents and the reference of the SDK are in ${join(built, 'dist')}.`)

async function readDocuments(): Promise<Map<string, string>> {
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8')] as const
  return new Map(await Promise.all(files.filter(isDocument).map(read)))
}

/** Writes each document, a first page for each folder that one links to, and a copy of each file. */
async function writeDocuments(): Promise<void> {
  const linked = new Set([...texts].flatMap(([path, text]) => linksOf(path, text)))
  const folders = new Set<string>()
  for (const path of linked) if ((await stat(join(root, path))).isDirectory()) folders.add(path)
  const listed = files.filter((path) => folders.has(dirname(path)))
  const indexes = [...folders].map(
    (folder) => [`${folder}/README.md`, folderPage(folder, files, texts)] as const,
  )
  for (const [path, text] of [...texts, ...indexes]) await write(pageOf(path), siteText(path, text, folders))
  for (const path of new Set([...linked, ...listed]))
    if (!folders.has(path) && !path.endsWith('.md')) await copy(path)
}

async function copy(path: string): Promise<void> {
  const target = join(pages, isTaken(path) ? path : `public/${placeOf(path)}`)
  await mkdir(dirname(target), { recursive: true })
  await cp(join(root, path), target)
}

async function write(path: string, text: string, folder = pages): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function runHere(command: string, parameters: readonly string[]): Promise<void> {
  const { code, output } = await run(command, parameters, { cwd: site, limit: 600 })
  if (code !== 0) throw new Error(`${[command, ...parameters].join(' ')} failed:\n${output}`)
}
