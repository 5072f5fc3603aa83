// The built web client: files whose name holds their hash never change, everything else is asked for anew. A path
// without an extension is one of the client's own routes and gets its page.
import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../common/config.ts'
import { isApiPath } from './securityHeaders.ts'

const YEAR = 31_536_000
const CONFIG_PATH = '/config/config.json'

/** Mounts the files; gives the fallback for what no route answers. */
export async function serveClient(
  app: FastifyInstance,
  { webRoot, clientConfigFile }: Pick<Config, 'webRoot' | 'clientConfigFile'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined> {
  if (clientConfigFile !== undefined) mountConfig(app, clientConfigFile)
  if (webRoot === undefined) return () => undefined
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: true,
    index: 'index.html',
    dotfiles: 'ignore',
    cacheControl: false,
    // The build lays them beside the files; to whoever takes none, or where there are none, the files themselves go.
    preCompressed: true,
    // Paths of the API are never files. Where the deployment gives its own configuration the built-in one is not served.
    allowedPath: (path) => !isApiPath(path) && (clientConfigFile === undefined || path !== CONFIG_PATH),
    setHeaders: (response, path) => {
      const isHashed = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)
      void response.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
    },
  })
  return (request, reply) => {
    const [path = '/'] = (request.raw.url ?? '/').split('?', 1)
    // Whoever types an address wants a page, whatever its name ends in; a file that is missing is none.
    const wantsPage = !/\.[^/]*$/.test(path) || (request.headers.accept ?? '').includes('text/html')
    const isPage = request.method === 'GET' && !isApiPath(path) && wantsPage
    return isPage ? reply.header('cache-control', 'no-cache').sendFile('index.html') : undefined
  }
}

function mountConfig(app: FastifyInstance, file: string): void {
  app.get(CONFIG_PATH, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await readFile(file)),
  )
}

/** Where the client's configuration sends its calls, for the page's policy. */
export async function readClientOrigins(clientConfigFile: string | undefined): Promise<string[]> {
  if (clientConfigFile === undefined) return []
  const text = await readFile(clientConfigFile, 'utf8')
  const { apiUrl } = JSON.parse(text) as { apiUrl?: unknown }
  return typeof apiUrl === 'string' && /^https?:\/\//.test(apiUrl) ? [new URL(apiUrl).origin] : []
}
