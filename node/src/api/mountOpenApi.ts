// The document of this server's calls, and a page to read it on. Both are open: they tell nothing that the source does not.
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '@connex/protocol'
import type { ApiVersion } from '@connex/protocol'
import { openApiPage, PAGE_POLICY } from './openApiPage.ts'

export function mountOpenApi(app: FastifyInstance, version: ApiVersion): void {
  const document = openApiDocument(version)
  const text = JSON.stringify(document)
  const page = openApiPage(document)
  app.get(`/api/v${version}/openapi.json`, (_request, reply) => reply.type('application/json').send(text))
  app.get(`/api/v${version}/docs`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
  )
}
