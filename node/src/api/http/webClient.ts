// The built web client. Files with a hash in their name are cached for good, all others are revalidated. A path without an
// extension is one of the client's routes and gets its page.
import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../common/config.ts'
import { isApiPath } from './securityHeaders.ts'

const YEAR = 31_536_000
const CONFIG_PATH = '/config/config.json'

/** Mounts the files. Returns the fallback for paths without a route. */
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
    // The build puts compressed files beside the originals.
    preCompressed: true,
    // Paths of the API are never files, and a deployment's configuration replaces the built-in one.
    allowedPath: (path) => !isApiPath(path) && (clientConfigFile === undefined || path !== CONFIG_PATH),
    setHeaders: (response, path) => {
      const isHashed = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)
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

function mountConfig(app: FastifyInstance, file: string): void {
  app.get(CONFIG_PATH, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await readFile(file)),
  )
}

/** The origin of the client's calls, for the content security policy. */
export async function readClientOrigins(clientConfigFile: string | undefined): Promise<string[]> {
  if (clientConfigFile === undefined) return []
  const text = await readFile(clientConfigFile, 'utf8')
  const { apiUrl } = JSON.parse(text) as { apiUrl?: unknown }
  return typeof apiUrl === 'string' && /^https?:\/\//.test(apiUrl) ? [new URL(apiUrl).origin] : []
}
