// The document of this server's calls, a page to read it on, and the ABIs that transactions are encoded with. All are open: they
// tell nothing that the source does not.
import * as contracts from '@connex/contracts'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '@connex/protocol'
import type { ApiVersion } from '@connex/protocol'
import { openApiPage, PAGE_POLICY } from './openApiPage.ts'

/** By contract: `{ deliveryManager: […], dappController: […], … }` */
const abisText = JSON.stringify(
  Object.fromEntries(
    Object.entries(contracts).flatMap(([name, abi]) =>
      name.endsWith('Abi') ? [[name.slice(0, -3), abi]] : [],
    ),
  ),
)

export function mountOpenApi(app: FastifyInstance, version: ApiVersion): void {
  const document = openApiDocument(version)
  const text = JSON.stringify(document)
  const page = openApiPage(document)
  app.get(`/api/v${version}/openapi.json`, (_request, reply) => reply.type('application/json').send(text))
  app.get(`/api/v${version}/abis.json`, (_request, reply) => reply.type('application/json').send(abisText))
  app.get(`/api/v${version}/docs`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
  )
}
