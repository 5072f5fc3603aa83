import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Writes beside what was built which modules each of its files holds and what it needs: the budgets are judged by that. */
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
