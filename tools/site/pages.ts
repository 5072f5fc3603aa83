// Which documents the site has, how they link to each other there, and its navigation, which is the table of docs/README.md.
import { basename, dirname, join, relative } from 'node:path/posix'

/** Of all files. A package's own README is for the registry that it is published on. */
export const isDocument = (path: string): boolean =>
  /^(docs\/.+|README|CHANGELOG|SECURITY|deploy\/README|bench\/README)\.md$/.test(path)

const LINK = /(?<=\]\()(?!https?:|#|mailto:)([^)#\s]+)/g

/** What a document links to, as paths from the root. `linksOf('docs/trust.md', '[keys](keys.md)')` → ['docs/keys.md'] */
export const linksOf = (path: string, text: string): string[] =>
  [...text.matchAll(LINK)].map(([target]) => join(dirname(path), target))

/** A folder's first page has another name on a website. `pageOf('docs/README.md')` → 'docs/index.md' */
export const pageOf = (document: string): string => document.replace(/README\.md$/, 'index.md')

/** Whether VitePress takes it from where it lies. */
export const isTaken = (file: string): boolean => /\.(md|png)$/.test(file)

/** Where the site has any other file: as a text, which every browser shows. */
export const placeOf = (file: string): string => `files/${file}.txt`

/**
 * A document as the site has it: its links to files lead to their copies, those to folders to their first page.
 *
 * @example
 * siteText('docs/trust.md', 'See the [proxy](../deploy/proxy/nginx.conf).', new Set(['docs/decisions']))
 * // → 'See the [proxy](../files/deploy/proxy/nginx.conf.txt).'
 */
export function siteText(path: string, text: string, folders: ReadonlySet<string>): string {
  const folder = dirname(path)
  return text.replace(LINK, (target) => {
    const file = join(folder, target)
    if (isTaken(file)) return pageOf(target)
    return relative(folder, folders.has(file) ? `${file}/index.md` : placeOf(file))
  })
}

/** `titleOf('# The SDK\n…')` → 'The SDK' */
const titleOf = (text: string): string | undefined => /^# (.+)$/m.exec(text)?.[1]

/** A page that lists what lies in a folder: documents by their titles, other files by their names. */
export function folderPage(
  folder: string,
  files: readonly string[],
  texts: ReadonlyMap<string, string>,
): string {
  const lines = files
    .filter((file) => dirname(file) === folder)
    .map((file) => `- [${titleOf(texts.get(file) ?? '') ?? basename(file)}](${basename(file)})\n`)
  return `# ${capitalized(basename(folder))}\n\n${lines.join('')}`
}

export type NavigationGroup = { text: string; items: { text: string; link: string }[] }

/**
 * A group for each reader, with the pages that docs/README.md names for that reader.
 *
 * @example
 * navigationOf('| **operate** | [going live](going-live.md): from nothing |')
 * // → [{ text: 'Operate', items: [{ text: 'Going live', link: '/docs/going-live' }] }]
 */
export function navigationOf(overview: string): NavigationGroup[] {
  const rows = [...overview.matchAll(/^\| \*\*(\w+)\*\* +\|(.+)\|$/gm)]
  return rows.map(([, reader = '', cell = '']) => ({
    text: capitalized(reader),
    items: [...cell.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].map(([, label = '', target = '']) => ({
      text: capitalized(label),
      link: `/${join('docs', target)}`.replace(/(README)?\.md$/, ''),
    })),
  }))
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
