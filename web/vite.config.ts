import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devServer } from './build/devServer.ts'
import { prerenderDoor } from './build/prerenderDoor.ts'
import { vaultScript } from './build/vaultScript.ts'

/** Where `npm run dev` finds a tenant's server: the sandbox's first, unless told otherwise. */
const server = process.env['CONNEX_SERVER'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  plugins: [
    react(),
    devServer(server),
    prerenderDoor('/src/app/prerenderDoor.tsx'),
    vaultScript('@connex/sdk/vaultWorker'),
  ],
  build: {
    target: 'es2023',
    // Nothing inline: the policy of the page allows files of its own alone, and no data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'help.html'] },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server },
  },
})
