import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Lists the modules and imports of each built file: the tests of the budgets read it. */
export function listChunks(root: string, target: string): Plugin {
  return {
    name: 'list-chunks',
    apply: 'build',
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const list = chunks.map(({ fileName, imports, viteMetadata, moduleIds }) => ({
        file: fileName,
        imports,
        styles: [...(viteMetadata?.importedCss ?? [])],
        modules: moduleIds.map((id) => relative(root, id)),
      }))
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, JSON.stringify(list))
    },
  }
}
