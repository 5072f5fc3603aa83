import type { Plugin } from 'vite'

/** What Vite puts around each `import()`. */
const HELPER = /^\0vite\/preload-helper[.]js$/

/** Puts the client's own `importFetched` around each `import()` of the built client. */
export const fetchFirst = (): Plugin => ({
  name: 'fetch-first',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: HELPER },
    handler: () => `export { importFetched as __vitePreload } from '/src/app/importFetched.ts'`,
  },
})

/** A chunk without imports and styles is fetched first, too. For `build.modulePreload.resolveDependencies`. */
export const listFiles = (chunk: string, files: string[]): string[] => (files.length > 0 ? files : [chunk])
