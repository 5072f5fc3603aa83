// The OpenAPI document of this server, the same as a plain HTML page, and the contracts' ABIs. All are open: they show nothing
// that the source does not.
import { createHash } from 'node:crypto'
import * as contracts from '@connex/contracts'
import { openApiDocument } from '@connex/protocol'
import type { ApiVersion, OpenApiDocument } from '@connex/protocol'
import type { FastifyInstance } from 'fastify'

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

/** Of the HTML page, which has no scripts and loads nothing. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 70rem; padding: 1rem 1.5rem }
h2 { border-bottom: 1px solid; margin-top: 3rem }
details { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .4rem 0 }
summary { cursor: pointer }
code, pre { font: .875rem/1.4 ui-monospace, monospace }
pre { background: color-mix(in srgb, currentColor 8%, transparent); overflow-x: auto; padding: .75rem }
b { display: inline-block; min-width: 4.5rem }
table { border-collapse: collapse }
td, th { padding: .15rem 1.5rem .15rem 0; text-align: left; vertical-align: top }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}

function openApiPage(document: OpenApiDocument): string {
  const base = document.servers[0]?.url ?? ''
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => ({ path, method, operation: operation as unknown as Operation })),
  )
  const sections = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name)
    if (own.length === 0) return ''
    const rows = own.map(({ path, method, operation }) => {
      const prefix = operation.operationId === 'introspection' ? '/api' : base
      return operationText(prefix + path, method, operation)
    })
    return `<section><h2>${escape(name)}</h2><p>${escape(description)}</p>${rows.join('')}</section>`
  })
  const title = escape(String(document.info['title']))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>
<h1>${title}</h1><p>${escape(String(document.info['description']))}</p>
<p>The whole document: <a href="openapi.json">openapi.json</a>. The contracts' ABIs: <a href="abis.json">abis.json</a></p>
${sections.join('\n')}</main></body></html>`
}

function operationText(path: string, method: string, operation: Operation): string {
  const { summary, description, security, parameters = [], requestBody, responses } = operation
  const access = security.map((one) => Object.keys(one).join(' + ')).join(' or ') || 'open'
  const rows = parameters.map(
    ({ name, in: where, required, description: meaning = '', schema }) =>
      `<tr><th><code>${escape(name)}</code></th><td>${where}${required ? ', required' : ''}</td><td>${escape(meaning)}</td><td><code>${escape(typeText(schema))}</code></td></tr>`,
  )
  const refusals = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, answer]) => `<tr><th>${status}</th><td>${escape(answer.description)}</td></tr>`)
  return `<details id="${escape(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(summary)}</summary>
<p>Access: ${escape(access)}. ${escape(description ?? '')}</p>
${rows.length > 0 ? `<h3>Parameters</h3><table>${rows.join('')}</table>` : ''}
${requestBody === undefined ? '' : `<h3>Body</h3>${contentText(requestBody.content)}`}
<h3>Answer</h3>${contentText(responses['200']?.content ?? {})}
<h3>Refusals</h3><table>${refusals.join('')}</table></details>`
}

type Schema = {
  type?: string
  enum?: string[]
  items?: Schema
  pattern?: string
  minimum?: number
  maximum?: number
}

/** A schema in a few words. `typeText({ type: 'array', items: { type: 'string' } })` → 'list of string' */
function typeText(given: unknown): string {
  const { type = 'any', enum: values, items, pattern, minimum, maximum } = given as Schema
  if (values !== undefined) return values.join(' | ')
  if (items !== undefined) return `list of ${typeText(items)}`
  if (minimum !== undefined && maximum !== undefined) return `${type} ${minimum}–${maximum}`
  return pattern === undefined || pattern.length > 40 ? type : `${type} ${pattern}`
}

const contentText = (content: Record<string, { schema: unknown }>): string =>
  Object.entries(content)
    .map(
      ([type, { schema }]) => `<p>${escape(type)}</p><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`,
    )
    .join('')
