// The OpenAPI document as tests read it.
import type { OpenApiDocument } from '@connex/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * The document with every named schema in its place. Objects are closed: an answer must have nothing that the document does not
 * name. `inlined(openApiDocument(6))`
 */
export function inlined(document: OpenApiDocument): OpenApiDocument {
  const named = document.components['schemas'] as Record<string, unknown>
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as Record<string, unknown>
    if (typeof $ref === 'string') return inline(named[$ref.replace('#/components/schemas/', '')])
    const whole = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inline(one)]))
    const isObject = typeof whole['properties'] === 'object' && whole['type'] === 'object'
    return isObject ? { additionalProperties: false, ...whole } : whole
  }
  return { ...document, paths: inline(document.paths) as OpenApiDocument['paths'] }
}

type Content = Record<string, { schema: object; example?: unknown }>
type Operation = {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

/** What is missing or wrong in the examples of an inlined document. */
export function findExampleFaults({ paths }: OpenApiDocument): string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, one]) =>
      method === 'servers' ? [] : [one as unknown as Operation],
    ),
  )
  return operations.flatMap(({ operationId, requestBody, responses }) =>
    Object.entries({ body: requestBody?.content, answer: responses['200']?.content }).flatMap(
      ([part, content]) => {
        const json = content?.['application/json']
        if (json === undefined) return []
        const name = `${part} of ${operationId}`
        if (json.example === undefined) return [`${name}: no example`]
        return ajv.validate(json.schema, json.example) ? [] : [`${name}: ${ajv.errorsText()}`]
      },
    ),
  )
}
