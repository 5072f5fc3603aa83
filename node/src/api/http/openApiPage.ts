// The OpenAPI document as a page to read.
import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '@connex/protocol'

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
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export type Content = Record<string, { schema: unknown; example?: unknown }>

export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
}

/** `openApiPage(openApiDocument(6))` → '<!doctype html>…' */
export function openApiPage(document: OpenApiDocument): string {
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
  const schemas = Object.entries(document.components['schemas'] as Record<string, unknown>).map(
    ([name, schema]) =>
      `<details id="${name}"><summary><code>${name}</code></summary>${schemaText(schema)}</details>`,
  )
  const title = escape(String(document.info['title']))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>
<h1>${title}</h1><p>${escape(String(document.info['description']))}</p>
<p>The whole document: <a href="openapi.json">openapi.json</a>. The contracts' ABIs: <a href="abis.json">abis.json</a></p>
<p>To try a call, give this server's URL and your wallet's key to <code>docs/examples/http/connex.py</code> of the source
(<code>pip install eth-account</code>), as <code>CONNEX_URL</code> and <code>CONNEX_KEY</code>: it signs the request. Each call has its command.</p>
${sections.join('\n')}
<section><h2>Schemas</h2>${schemas.join('')}</section></main></body></html>`
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
${tryText(path, method, operation)}
<h3>Answer</h3>${contentText(responses['200']?.content ?? {})}
<h3>Refusals</h3><table>${refusals.join('')}</table></details>`
}

/** A command that makes the call. The page itself has no scripts: a key has no business here. */
function tryText(path: string, method: string, operation: Operation): string {
  const { security, parameters = [], requestBody, responses } = operation
  const isJson = requestBody === undefined || requestBody.content['application/json'] !== undefined
  if (!isJson || responses['200']?.content['application/json'] === undefined) return ''
  const needed = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => `${name}=…`)
  const target = [path, ...(needed.length === 0 ? [] : [needed.join('&')])].join('?')
  const example = requestBody?.content['application/json']?.example
  const body = example === undefined ? '' : ` ${quoted(JSON.stringify(example))}`
  const command =
    security.length === 0
      ? `curl "$CONNEX_URL${target}"`
      : `python3 connex.py ${method.toUpperCase()} ${quoted(target.replace(/^\/api\/v\d+/, ''))}${body}`
  return `<h3>Try it</h3><pre>${escape(command)}</pre>`
}

/** For a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

type Schema = {
  $ref?: string
  type?: string
  enum?: string[]
  items?: Schema
  pattern?: string
  minimum?: number
  maximum?: number
}

/** A schema in a few words. `typeText({ type: 'array', items: { type: 'string' } })` → 'list of string' */
function typeText(given: unknown): string {
  const { type = 'any', enum: values, items, pattern, minimum, maximum, $ref } = given as Schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (values !== undefined) return values.join(' | ')
  if (items !== undefined) return `list of ${typeText(items)}`
  if (minimum !== undefined && maximum !== undefined) return `${type} ${minimum}–${maximum}`
  return pattern === undefined || pattern.length > 40 ? type : `${type} ${pattern}`
}

const contentText = (content: Content): string =>
  Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<div>${escape(type)}: ${schemaText(schema)}</div>${example === undefined ? '' : jsonText(example)}`,
    )
    .join('')

const jsonText = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

const REFERENCE = /"\$ref": "#\/components\/schemas\/(\w+)"/g

const link = (name: string): string => `<a href="#${name}">${name}</a>`

/** A named schema as a link, a choice of named ones as a list of links; any other as it is, with links. */
function schemaText(schema: unknown): string {
  const { oneOf, anyOf = oneOf, ...rest } = schema as { oneOf?: Schema[]; anyOf?: Schema[] }
  const choices = anyOf?.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
  if (choices !== undefined && choices.length === anyOf?.length && Object.keys(rest).length === 0)
    return `one of ${choices.map(link).join(', ')}`
  const text = JSON.stringify(schema, null, 2)
  const [reference] = [...text.matchAll(REFERENCE)]
  if (reference?.[1] !== undefined && /^\{\s*"\$ref": "[^"]*"\s*\}$/.test(text)) return link(reference[1])
  return `<pre>${escape(text).replace(/&#34;\$ref&#34;: &#34;#\/components\/schemas\/(\w+)&#34;/g, (_, name: string) => link(name))}</pre>`
}
