// The built web client. Files with a hash in their name are cached for good, all others are revalidated. A path without an
// extension is one of the client's routes and gets its page.
import type { ClientConfig } from '@connex/protocol'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../common/config.ts'
import { isApiPath } from './securityHeaders.ts'

const YEAR = 31_536_000
const CONFIG_PATH = '/config/config.json'
/** The route of all files. */
const FILES = '/*'

/** Mounts the files. Returns the fallback for paths without a route. */
export async function serveClient(
  app: FastifyInstance,
  { webRoot, clientConfig }: Pick<Config, 'webRoot' | 'clientConfig'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined> {
  // The command line reads it too, also from a server without a web client.
  app.get(CONFIG_PATH, (_request, reply) => reply.header('cache-control', 'no-cache').send(clientConfig))
  if (webRoot === undefined) return () => undefined
  // Its files do not vary by origin: a browser that believes so stores what it fetches apart from what it imports.
  app.addHook('onRoute', (route) => {
    if (route.url === FILES) route.config = Object.assign({}, route.config, { cors: false })
  })
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: true,
    index: 'index.html',
    dotfiles: 'ignore',
    cacheControl: false,
    // The build puts compressed files beside the originals.
    preCompressed: true,
    // Paths of the API are never files.
    allowedPath: (path) => !isApiPath(path),
    setHeaders: (response, path) => {
      // The build puts there what has a hash in its name, and nothing else.
      const isHashed = /[/\\]assets[/\\][^/\\]+$/.test(path)
      void response.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
    },
  })
  return (request, reply) => {
    const [path = '/'] = (request.raw.url ?? '/').split('?', 1)
    // Somebody who types an address wants a page, whatever its ending; a script that asks for a missing file does not.
    const wantsPage = !/\.[^/]*$/.test(path) || (request.headers.accept ?? '').includes('text/html')
    const isPage = request.method === 'GET' && !isApiPath(path) && wantsPage
    return isPage ? reply.header('cache-control', 'no-cache').sendFile('index.html') : undefined
  }
}

/** The origin of the client's calls, for the content security policy. */
export const clientOrigins = ({ apiUrl }: Pick<ClientConfig, 'apiUrl'>): string[] =>
  apiUrl.startsWith('/') ? [] : [new URL(apiUrl).origin]
