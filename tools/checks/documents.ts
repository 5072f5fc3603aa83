import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Check } from './check.ts'
import { filesOf } from './check.ts'

const place =
  /`((?:contracts|protocol|sdk|node|web|cli|testkit|ledgers|rehearsal|e2e|bench|tools|docs)\/[\w./-]+)`/g
const link = /\]\((?!https?:|#|mailto:)([^)#]+)/g

/** A place that a document names is there, and no row of a table has more cells than its head: readers would not see them. */
export const documents: Check = {
  name: 'documents',
  judge: async (root) => {
    const files = (await filesOf(root)).filter((file) => file.endsWith('.md'))
    const faults = (await Promise.all(files.map((file) => faultsOf(root, file)))).flat()
    return { ok: faults.length === 0, output: faults.join('\n') }
  },
}

async function faultsOf(root: string, file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  const places = [...text.matchAll(place)].map(([, name = '']) => name)
  const links = [...text.matchAll(link)].map(([, name = '']) => join(dirname(file), name))
  const lost = [...places, ...links].filter((name) => !existsSync(join(root, name)))
  return [
    ...lost.map((name) => `${file} names ${name}, which is not there`),
    ...overfullRows(text).map((row) => `${file} has a row with more cells than its table's head: ${row}`),
  ]
}

/** `overfullRows('| a | b |\n| - | - |\n| 1 |')` → ['| 1 |'] */
function overfullRows(text: string): string[] {
  let cells = 0
  return text.split('\n').filter((line) => {
    const found = line.startsWith('|') ? line.replaceAll(String.raw`\|`, '').split('|').length : 0
    const isOverfull = cells > 0 && found > cells
    if (cells === 0 || found === 0) cells = found
    return isOverfull
  })
}
