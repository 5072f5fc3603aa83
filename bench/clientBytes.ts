import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../web/dist')
const linked = /(?:src|href)="(\/(?!favicon)[^"]+)"/g

/** Bytes of the built client after gzip: the page with what it names, and all scripts and styles together. */
export async function clientBytes(): Promise<{ page: number; all: number }> {
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const named = [...page.matchAll(linked)].map(([, file = '']) => file)
  const assets = (await readdir(join(dist, 'assets'))).filter((file) => /[.](js|css)$/.test(file))
  return {
    page: await zipped(['index.html', ...named]),
    all: await zipped(assets.map((file) => join('assets', file))),
  }
}

async function zipped(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(dist, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
