// The files of the built client, as web/build/listChunks.ts has listed them.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

export type Chunk = { file: string; imports: string[]; styles: string[]; modules: string[] }

const web = new URL('../../web/', import.meta.url)

export const readChunks = (): Chunk[] =>
  JSON.parse(readFileSync(new URL('.built/chunks.json', web), 'utf8')) as Chunk[]

/** Every file that is fetched for these sources, scripts and styles, with all that they import. */
export function filesFor(chunks: readonly Chunk[], sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const take = (file: string): void => {
    const chunk = chunks.find((one) => one.file === file)
    if (chunk === undefined || files.has(file)) return
    for (const one of [file, ...chunk.styles]) files.add(one)
    for (const one of chunk.imports) take(one)
  }
  for (const source of sources) {
    const chunk = chunks.find(({ modules }) => modules.includes(source))
    if (chunk === undefined) throw new Error(`${source} is in no file that was built`)
    take(chunk.file)
  }
  return files
}

/** After gzip, in kilobytes of 1,024 bytes. */
export const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(`dist/${file}`, web))).length, 0) /
  1024
