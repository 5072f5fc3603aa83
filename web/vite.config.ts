import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { classNames } from './build/classNames.ts'
import { compressFiles } from './build/compressFiles.ts'
import { devServer } from './build/devServer.ts'
import { fetchFirst, listFiles } from './build/fetchFirst.ts'
import { listChunks } from './build/listChunks.ts'
import { paintFirst } from './build/paintFirst.ts'
import { prerenderLogin } from './build/prerenderLogin.ts'
import { vaultScript } from './build/vaultScript.ts'

/** The tenant's server behind `npm run dev`: by default the sandbox's first. */
const server = process.env['CONNEX_SERVER'] ?? 'http://127.0.0.1:4000'

/**
 * Code that is always loaded together is one file, and smaller so: the root with its login, then everything around a table. React and
 * the configuration are files of their own, because both of these need them.
 */
const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    name: 'root',
    tags: ['$initial' as const],
    test: /\/(web\/src\/(?!theme\/)|sdk\/|protocol\/)/,
    priority: 3,
  },
  { name: 'configuration', test: /\/protocol\/src\/clientConfig\.ts$/, priority: 2 },
  // The calendar is four small modules, which the ticket fetches together.
  { name: 'days', test: /\/protocol\/src\/calendar\/(businessDays|days|target|calendar)\.ts$/, priority: 2 },
  // What a transfer is: every screen that has one needs all of these. The forms need its units and terms without the rest.
  { name: 'terms', test: /\/protocol\/src\/(entities\/unit|terms\/repoTerms)\.ts$/, priority: 0 },
  {
    name: 'transfers',
    test: /\/protocol\/src\/(entities\/(delivery|owes|transfer)|terms\/dealEventKind)\.ts$/,
    priority: 0,
  },
  // The field, its input and what reads it, which every deal's form fetches together.
  { name: 'date', test: /\/web\/src\/ui\/field\/DateField\.tsx$/, priority: 0 },
  {
    name: 'application',
    test: /\/(web\/src\/(app\/Application|session\/startSession)|web\/src\/app\/routes\/useTableRoute|web\/src\/lib\/table\/pageLocally|web\/src\/ui\/(page\/Page|table\/DataTable)|sdk\/src\/http\/call)\.tsx?$/,
    priority: 1,
  },
]

/** viem contains an older copy of this function under another name: this replaces it by the SDK's. */
const oneHash = (): Plugin => ({
  name: 'one-hash',
  enforce: 'pre',
  resolveId(source) {
    const sdk = fileURLToPath(import.meta.resolve('@connex/sdk'))
    return source === '@noble/hashes/sha3' ? this.resolve('@noble/hashes/sha3.js', sdk) : undefined
  },
})

export default defineConfig({
  plugins: [
    react(),
    fetchFirst(),
    oneHash(),
    devServer(server),
    prerenderLogin('/src/app/Root.tsx'),
    paintFirst(),
    compressFiles(),
    vaultScript('@connex/sdk/vaultWorker'),
    listChunks(join(import.meta.dirname, '..'), join(import.meta.dirname, '.built/chunks.json')),
  ],
  css: classNames,
  build: {
    target: 'es2023',
    // Nothing inline: the page's policy allows its own files only, and no data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: listFiles },
    rolldownOptions: {
      input: ['index.html', 'help.html'],
      output: {
        codeSplitting: { groups: chunks },
        // Before the first table the names of all later files are fetched: what several of them share needs no name of its own.
        // 42 bits tell the versions of one file apart.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry || chunks.some((own) => own.name === name && own.priority > 0)
            ? 'assets/[name]-[hash:7].js'
            : 'assets/shared-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  worker: { format: 'es', plugins: () => [oneHash()] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server },
  },
})
