import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const NAME = 'vault/vault-sw.js'

/**
 * Builds the vault's service worker under a fixed name, as one file without imports: the code that holds the key contains
 * no part of the client.
 */
export function vaultScript(entry: string): Plugin {
  return {
    name: 'vault-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: await bundle(entry) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${NAME}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        void bundle(entry).then((code) => response.end(code))
      })
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const input = fileURLToPath(import.meta.resolve(entry))
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter((part) => part.type === 'chunk')
  const [chunk] = chunks
  if (chunk === undefined || chunks.length !== 1) throw new TypeError('the vault must be one file')
  return chunk.code
}
