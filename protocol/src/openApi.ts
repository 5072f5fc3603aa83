// The OpenAPI 3.1 document of the endpoint table: as public tools read it.
import * as z from 'zod/mini'
import { api } from './api/index.ts'
import type { CallName } from './api/index.ts'
import { PARAMETER_DESCRIPTIONS } from './api/parameterDescriptions.ts'
import { pathParams, wireName } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { ENUMERATIONS } from './enumerations.ts'
import { API_ERRORS } from './errors.ts'
import type { ApiErrorCode } from './errors.ts'
import { createSchemas } from './openApi/schemas.ts'
import type { Schemas } from './openApi/schemas.ts'
import { sortColumnsOf } from './openApi/sortColumns.ts'
import { Problem } from './problem.ts'
import { HEADERS } from './signing.ts'
import type { ApiVersion } from './signing.ts'

type JsonObject = { [key: string]: unknown }

export type OpenApiDocument = {
  openapi: string
  info: JsonObject
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, JsonObject>>
  components: JsonObject
}

const TAGS: readonly (readonly [prefix: string, name: string, description: string])[] = [
  ['/platform', 'Platform', 'Tenants, users and dApps, with the private data of a tenant about them.'],
  ['/delivery-manager', 'Deliveries', 'Deliveries, their private data, and tasks.'],
  ['/instrument-manager', 'Instruments', 'Instruments, their drafts, details and documents.'],
  ['/registry-manager', 'Registries', 'Registries, entries, accounts and positions.'],
  ['/transfer', 'Transfers', 'Deliveries as one tenant sees them.'],
  [
    '/confirmation-workflows',
    'Workflows',
    'Transactions that several users confirm before they are published.',
  ],
  ['/sync', 'Sync', 'Pushes of private data to other servers.'],
  ['/dlt', 'Ledger', 'Reads of the ledger, and publishing of transactions.'],
  ['', 'General', 'The server itself.'],
]

const tagOf = (path: string): string => TAGS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'General'

/** `openApiDocument(6).paths['/transfer/transfers']` */
export function openApiDocument(version: ApiVersion): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  const schemas = createSchemas()
  const problem = schemas.of(Problem, 'output')
  for (const [name, endpoint] of Object.entries(api) as [CallName, Endpoint][]) {
    if (endpoint.since > version) continue
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint, version, schemas)
    // Introspection lies outside the version prefix.
    if (name === 'introspection') path['servers'] = [{ url: '/api' }] as unknown as JsonObject
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Collateral ConneX tenant server',
      version: `${version}.0.0`,
      description:
        'Query fields are in kebab-case, a list repeats its key, quantities are decimal text, times are UTC seconds. Errors are RFC 9457 problem documents. Send a body with its content-length, not in chunks. The ABIs for encoding transactions are in abis.json, beside this document.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `/api/v${version}` }],
    tags: TAGS.map(([, name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        ...walletSchemes,
        bearerToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that /platform/login returns.',
        },
      },
      schemas: {
        ...schemas.components(),
        ...enumerations,
        Problem: { ...problem, $defs: allEnumerations },
      },
    },
  }
}

const enumerations = Object.fromEntries(
  Object.entries(ENUMERATIONS).map(([name, { options }]) => [name, { type: 'string', enum: options }]),
)

/** Some are the ledger's or the clients' alone: no call carries them, and yet they belong to the document. */
const allEnumerations = Object.fromEntries(
  Object.keys(ENUMERATIONS).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
)

/** A signed request carries all of these headers. */
const walletSchemes = Object.fromEntries(
  (
    [
      ['walletUser', HEADERS.user, "The wallet's address."],
      ['walletTimestamp', HEADERS.timestamp, 'Milliseconds since the epoch, in decimal.'],
      ['walletNonce', HEADERS.nonce, '32 random bytes in lower-case hex, without 0x.'],
      [
        'walletBodySha256',
        HEADERS.bodySha256,
        "The SHA-256 of the body's bytes in lower-case hex; of the empty string if there is no body.",
      ],
      [
        'walletSignature',
        HEADERS.signature,
        `65 bytes in lower-case hex with 0x: the EIP-191 signature over nine lines: conx-req-v6 (or v5), chain id, server id, method, target, ${HEADERS.timestamp}, ${HEADERS.nonce}, ${HEADERS.bodySha256}, content type or -.`,
      ],
    ] as const
  ).map(([scheme, name, description]) => [scheme, { type: 'apiKey', in: 'header', name, description }]),
)
const WALLET: JsonObject = Object.fromEntries(Object.keys(walletSchemes).map((scheme) => [scheme, []]))

const SECURITY: Readonly<Record<Endpoint['authentication'], JsonObject[]>> = {
  open: [],
  signed: [WALLET],
  wallet: [WALLET],
  bearer: [{ bearerToken: [] }],
  signedOrBearer: [WALLET, { bearerToken: [] }],
}

function operationOf(name: CallName, endpoint: Endpoint, version: ApiVersion, schemas: Schemas): JsonObject {
  const {
    summary,
    path,
    authentication,
    privileges = [],
    tenantPrivileges = [],
    exemptedBy = [],
    openedBy = [],
  } = endpoint
  const needs = [
    ...(privileges.length > 0 ? [`Needs one of: ${privileges.join(', ')}.`] : []),
    ...(tenantPrivileges.length > 0 ? [`The tenant needs one of: ${tenantPrivileges.join(', ')}.`] : []),
    ...(exemptedBy.length > 0
      ? [`Instead of the tenant's privilege, the user may hold one of: ${exemptedBy.join(', ')}.`]
      : []),
    ...(openedBy.length > 0 ? [`Open to all users of a tenant with: ${openedBy.join(', ')}.`] : []),
  ]
  const parameters = parametersOf(name, endpoint, schemas)
  const requestBody = requestBodyOf(name, endpoint, schemas)
  return {
    operationId: name,
    summary,
    ...(needs.length > 0 ? { description: needs.join(' ') } : {}),
    tags: [tagOf(path)],
    security: SECURITY[authentication],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { '200': answerOf(name, endpoint, version, schemas), ...refusalsOf(name, endpoint) },
  }
}

function parametersOf(name: CallName, { path, params, query }: Endpoint, schemas: Schemas): JsonObject[] {
  const inPath = pathParams(path).map((part) => ({
    name: part,
    in: 'path',
    required: true,
    description: PARAMETER_DESCRIPTIONS[part],
    schema: schemas.of(shapeOf(params)[part] ?? z.string(), 'output'),
  }))
  const inQuery = Object.entries(shapeOf(query)).map(([field, schema]) => ({
    name: wireName(field),
    in: 'query',
    required: !schema.safeParse(undefined).success,
    description: PARAMETER_DESCRIPTIONS[wireName(field)],
    schema:
      field === 'sortBy' ? { type: 'string', enum: sortColumnsOf(name) } : querySchemaOf(schema, schemas),
  }))
  return [...inPath, ...inQuery]
}

function requestBodyOf(
  name: CallName,
  { body, bodyType }: Endpoint,
  schemas: Schemas,
): JsonObject | undefined {
  if (bodyType === 'multipart') {
    const schema = {
      type: 'object',
      required: ['metadata', 'file'],
      properties: { metadata: schemas.of(body, 'input'), file: { type: 'string', format: 'binary' } },
    }
    const encoding = { metadata: { contentType: 'application/json' } }
    return {
      required: true,
      description: 'Exactly two parts, in this order: metadata, file.',
      content: { 'multipart/form-data': { schema, encoding } },
    }
  }
  if (body.safeParse(undefined).success) return undefined
  return {
    required: true,
    content: {
      'application/json': { schema: schemas.named(`${capital(name)}Body`, schemas.of(body, 'input')) },
    },
  }
}

function answerOf(
  name: CallName,
  { response, responseType, isPage }: Endpoint,
  version: ApiVersion,
  schemas: Schemas,
): JsonObject {
  if (responseType === 'events')
    return {
      description: 'Server-sent events',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    }
  if (responseType === 'bytes')
    return {
      description: 'The bytes',
      content: { 'application/octet-stream': { schema: { type: 'string' } } },
    }
  const whole = schemas.of(response, 'output')
  const schema = isPage
    ? pageOf(name, whole, version, schemas)
    : schemas.named(`${capital(name)}Answer`, whole)
  return { description: 'The answer', content: { 'application/json': { schema } } }
}

/** The lists of v5 are plain arrays. */
function pageOf(name: CallName, page: JsonObject, version: ApiVersion, schemas: Schemas): JsonObject {
  const properties = page['properties'] as JsonObject
  const list = properties['items'] as JsonObject
  const items = { ...list, items: schemas.named(`${capital(name)}Item`, list['items'] as JsonObject) }
  return version === 5 ? items : { ...page, properties: { ...properties, items } }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Each status with the codes that it may carry. */
function refusalsOf(name: CallName, endpoint: Endpoint): JsonObject {
  const byStatus = Map.groupBy(declaredErrors(name, endpoint), (code) => API_ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, known]) => [
      String(status),
      {
        description: known.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** Every error that a call may answer: its own, and those of its kind. `declaredErrors('me', api.me)` → ['badRequest', …] */
export function declaredErrors(
  name: CallName,
  { authentication, method, errors = [] }: Endpoint,
): readonly ApiErrorCode[] {
  const isProtected = authentication !== 'open'
  // An invited wallet is not a user yet, and whoami also answers users who may do nothing else.
  const isForUsers = isProtected && authentication !== 'wallet' && name !== 'me'
  const mayHaveBody = method !== 'GET'
  const codes: ApiErrorCode[] = [
    'badRequest',
    ...(isProtected ? (['stale', 'replay', 'unauthenticated'] as const) : []),
    ...(isProtected ? (['forbidden'] as const) : []),
    ...(isForUsers ? (['locked', 'notActive', 'walletExpired'] as const) : []),
    ...(mayHaveBody ? (['requestTimeout', 'tooLarge'] as const) : []),
    'unsupportedMediaType',
    'tooManyRequests',
    'unforeseen',
    'unavailable',
    'busy',
    'upgrading',
    ...errors,
    ...(errors.includes('ledgerFailed') ? (['ledgerUnreadable'] as const) : []),
  ]
  return [...new Set(codes)]
}

const shapeOf = (schema: z.ZodMiniType): Record<string, z.ZodMiniType> =>
  schema instanceof z.ZodMiniObject ? (schema.shape as Record<string, z.ZodMiniType>) : {}

/** A field parsed from text is described by its output, or else by its input. */
function querySchemaOf(schema: z.ZodMiniType, schemas: Schemas): JsonObject {
  const output = schemas.of(schema, 'output')
  return Object.keys(output).length > 0 ? output : schemas.of(schema, 'input')
}
