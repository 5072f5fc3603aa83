// The OpenAPI document of this server, the same as a plain HTML page, and the contracts' ABIs. All are open: they show nothing
// that the source does not.
import * as contracts from '@connex/contracts'
import { api, openApiDocument } from '@connex/protocol'
import type { ApiVersion, Endpoint, OpenApiDocument } from '@connex/protocol'
import type { FastifyInstance } from 'fastify'
import examples from './examples.json' with { type: 'json' }
import { openApiPage, PAGE_POLICY } from './openApiPage.ts'
import type { Content, Operation } from './openApiPage.ts'

/** By contract: `{ deliveryManager: […], dappController: […], … }` */
const abisText = JSON.stringify(
  Object.fromEntries(
    Object.entries(contracts).flatMap(([name, abi]) =>
      name.endsWith('Abi') ? [[name.slice(0, -3), abi]] : [],
    ),
  ),
)

export function mountOpenApi(app: FastifyInstance, version: ApiVersion): void {
  app.get(`/api/v${version}/openapi.json`, (_request, reply) =>
    reply.type('application/json').send(textsOf(version).document),
  )
  app.get(`/api/v${version}/abis.json`, (_request, reply) => reply.type('application/json').send(abisText))
  app.get(`/api/v${version}/docs`, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(textsOf(version).page),
  )
}

type Texts = { document: string; page: string }
const written = new Map<ApiVersion, Texts>()

/** Written when first requested: that takes longer than all else that a server does before it listens. */
function textsOf(version: ApiVersion): Texts {
  const before = written.get(version)
  if (before !== undefined) return before
  const document = withExamples(openApiDocument(version), version)
  const texts = { document: JSON.stringify(document), page: openApiPage(document) }
  written.set(version, texts)
  return texts
}

type Example = { body?: unknown; answer?: unknown }
const EXAMPLES: Readonly<Record<string, Example>> = examples

/** Each body and answer of JSON gets one that a test has sent and received. The lists of v5 are plain arrays. */
function withExamples(document: OpenApiDocument, version: ApiVersion): OpenApiDocument {
  const exampleOf = (value: unknown, content: Content | undefined): Content | undefined => {
    const json = content?.['application/json']
    return json === undefined || value === undefined
      ? content
      : { ...content, 'application/json': { ...json, example: value } }
  }
  const operationWith = (given: unknown): unknown => {
    const operation = given as Operation
    const { body, answer } = EXAMPLES[operation.operationId] ?? {}
    const { requestBody, responses } = operation
    const done = responses['200']
    const isList = version === 5 && isPlainList(operation.operationId)
    const shown = isList ? (answer as { items: unknown } | undefined)?.items : answer
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: exampleOf(body, requestBody.content) } }),
      responses: {
        ...responses,
        ...(done && { 200: { ...done, content: exampleOf(shown, done.content) } }),
      },
    }
  }
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, one]) => [method, method === 'servers' ? one : operationWith(one)]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] }
}

const isPlainList = (name: string): boolean =>
  (api as Readonly<Record<string, Endpoint>>)[name]?.isPage === true
