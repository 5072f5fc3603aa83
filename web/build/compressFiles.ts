import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg)$/
/** Smaller files gain nothing. */
const WORTH_BYTES = 512

const encodings = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** Writes compressed copies beside each text file: the server sends the one that the browser accepts. */
export function compressFiles(): Plugin {
  let folder = ''
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir)
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
        await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
      },
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < WORTH_BYTES) return
  for (const [ending, encode] of Object.entries(encodings))
    await writeFile(`${file}.${ending}`, await encode(bytes))
}
