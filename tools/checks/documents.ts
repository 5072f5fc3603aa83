import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Check } from './check.ts'
import { filesOf } from './check.ts'

const place =
  /`((?:contracts|protocol|sdk|node|web|cli|testkit|ledgers|rehearsal|e2e|bench|tools|docs)\/[\w./-]+)`/g
const link = /\]\((?!https?:|#|mailto:)([^)#]+)/g

/** A place that a document names is there: a walk through the house must not lead against a wall. */
export const documents: Check = {
  name: 'documents',
  judge: async (root) => {
    const files = (await filesOf(root)).filter((file) => file.endsWith('.md'))
    const lost = await Promise.all(files.map((file) => lostPlaces(root, file)))
    return { ok: lost.flat().length === 0, output: lost.flat().join('\n') }
  },
}

async function lostPlaces(root: string, file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  const places = [...text.matchAll(place)].map(([, name = '']) => name)
  const links = [...text.matchAll(link)].map(([, name = '']) => join(dirname(file), name))
  return [...places, ...links]
    .filter((name) => !existsSync(join(root, name)))
    .map((name) => `${file} names ${name}, which is not there`)
}
