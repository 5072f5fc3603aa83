import type { ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

/**
 * During development Vite serves the client and forwards its calls to a tenant's server. Signed requests name that server,
 * so the configuration must contain its real address.
 */
export function devServer(origin: string): Plugin {
  return {
    name: 'dev-server',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use('/config/config.json', (_request, response) => void answer(origin, response))
    },
  }
}

async function answer(origin: string, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json')
  try {
    const config = (await (await fetch(`${origin}/config/config.json`)).json()) as { apiUrl?: string }
    response.end(JSON.stringify({ ...config, apiUrl: new URL(config.apiUrl ?? '/', origin).href }))
  } catch (error) {
    response.statusCode = 502
    response.end(JSON.stringify({ error: String(error) }))
  }
}
