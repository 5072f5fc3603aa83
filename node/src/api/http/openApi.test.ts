import { api, ENUMERATIONS, HEADERS, PARAMETER_DESCRIPTIONS } from '@connex/protocol'
import type { Endpoint, OpenApiDocument } from '@connex/protocol'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExampleFaults, inlined } from '../../../../testkit/src/fuzz/inlined.ts'
import { mountOpenApi } from './openApi.ts'

let app: FastifyInstance
beforeAll(() => {
  app = fastify()
  for (const version of [5, 6] as const) mountOpenApi(app, version)
})
afterAll(() => app.close())

const operations = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'servers')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )

test.each([5, 6])(
  'the document of v%i has every call that this server answers, and no other',
  async (version) => {
    const answer = await app.inject(`/api/v${version}/openapi.json`)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(operations(answer.json<OpenApiDocument>()).toSorted()).toEqual(
      Object.values<Endpoint>(api)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
  },
)

test('a list is a page on v6 and an array on v5', async () => {
  const typeOf = async (version: number) => {
    const { paths } = (await app.inject(`/api/v${version}/openapi.json`)).json<OpenApiDocument>()
    return paths['/transfer/transfers']?.['get']
  }
  expect(await typeOf(6)).toMatchObject({
    responses: {
      200: {
        content: {
          'application/json': { schema: { required: ['items', 'pageItemCount', 'totalItemCount'] } },
        },
      },
    },
  })
  expect(await typeOf(5)).toMatchObject({
    responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
  })
})

const document = async () => (await app.inject('/api/v6/openapi.json')).json<OpenApiDocument>()
type Described = { requestBody?: { content: Record<string, { schema: JsonSchema; encoding?: unknown }> } }
type JsonSchema = { properties: Record<string, JsonSchema>; required: string[]; items?: JsonSchema }

test('every parameter has a description, and no description is of a parameter that nobody has', async () => {
  const { paths } = await document()
  type Parameters = { parameters?: { name: string; description?: string }[] }
  const parameters = Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, Parameters>).flatMap((operation) => operation.parameters ?? []),
  )
  expect(parameters.filter(({ description = '' }) => description === '').map(({ name }) => name)).toEqual([])
  const names = new Set(parameters.map(({ name }) => name))
  expect(Object.keys(PARAMETER_DESCRIPTIONS).filter((name) => !names.has(name))).toEqual([])
  const page = (await app.inject('/api/v6/docs')).body
  expect(page).toContain('rows must match all of them.')
})

test('every schema of a body or an answer has a name, in both versions, and every reference leads to one', async () => {
  for (const version of [5, 6]) {
    const { paths, components } = (await app.inject(`/api/v${version}/openapi.json`)).json<OpenApiDocument>()
    const named = components['schemas'] as Record<string, object>
    for (const [, reference = ''] of JSON.stringify(paths).matchAll(
      /"\$ref":"#\/components\/schemas\/(\w+)"/g,
    ))
      expect(Object.keys(named)).toContain(reference)
    const nameless = Object.entries(paths).flatMap(([path, item]) =>
      Object.values(item as Record<string, Described & Answered>).flatMap(({ requestBody, responses }) => {
        const contents = [requestBody?.content, responses?.['200']?.content]
        return contents
          .map((content) => itemOf(content?.['application/json']?.schema))
          .filter((schema) => schema !== undefined && Object.keys(schema.properties ?? {}).length > 0)
          .map(() => path)
      }),
    )
    expect(nameless).toEqual([])
    expect(named['Transfer']).toMatchObject({
      type: 'object',
      properties: { deliveryId: { type: 'string' } },
    })
  }
})

type Answered = { responses?: Record<string, { content: Record<string, { schema: JsonSchema }> }> }

/** Of a list, what its items are. */
const itemOf = (schema: JsonSchema | undefined): JsonSchema | undefined =>
  schema?.items ?? schema?.properties?.['items']?.items ?? schema

test.each([5, 6])(
  'v%i has an example of every body and answer of JSON, which its schema allows',
  async (version) => {
    const answer = (await app.inject(`/api/v${version}/openapi.json`)).json<OpenApiDocument>()
    expect(findExampleFaults(inlined(answer))).toEqual([])
  },
)

test('L7: the document says of each call whether it takes JSON, an upload or nothing', async () => {
  const { paths } = await document()
  for (const [name, { path, method, body }] of Object.entries<Endpoint>(api)) {
    const { requestBody } = (paths[path]?.[method.toLowerCase()] ?? {}) as Described
    const json = body.safeParse(undefined).success ? [] : ['application/json']
    const expected = name === 'uploadDocument' ? ['multipart/form-data'] : json
    expect({ [name]: Object.keys(requestBody?.content ?? {}) }).toEqual({ [name]: expected })
  }
})

test('L7: the document describes the parts of an upload, in their order', async () => {
  const item = (await document()).paths['/instrument-manager/documents/upload']
  const { requestBody } = (item?.['put'] ?? {}) as Described
  const { schema, encoding } = requestBody?.content['multipart/form-data'] ?? {}
  expect(Object.keys(schema?.properties ?? {})).toEqual(['metadata', 'file'])
  expect(schema?.properties['metadata']).toEqual({ $ref: '#/components/schemas/DocumentMetadata' })
  const schemas = (await document()).components['schemas'] as Record<string, JsonSchema>
  expect(schemas['DocumentMetadata']?.required).toEqual(['salt', 'name', 'mediaType'])
  expect(encoding).toEqual({ metadata: { contentType: 'application/json' } })
})

test('L7: a signed call asks for every header that the signature needs', async () => {
  const { paths, components } = await document()
  const schemes = components['securitySchemes'] as Record<string, { in?: string; name?: string }>
  const transfers = (paths['/transfer/transfers']?.['get'] ?? {}) as { security?: Record<string, unknown>[] }
  const [needed = {}] = transfers.security ?? []
  const headers = Object.keys(needed).map((scheme) => schemes[scheme]?.name)
  const signed = Object.values(HEADERS).filter((name) => name !== HEADERS.version)
  expect(new Set(headers)).toEqual(new Set(signed))
})

test('L7: the contracts that a transaction is encoded for are served with the document', async () => {
  const { deliveryManager, dappController } = (await app.inject('/api/v6/abis.json')).json<
    Record<string, { name?: string }[]>
  >()
  expect(deliveryManager).toContainEqual(expect.objectContaining({ name: 'createDelivery' }))
  expect(dappController).toContainEqual(expect.objectContaining({ name: 'delegateBatchWithMultisig' }))
  expect((await app.inject('/api/v6/docs')).body).toContain('href="abis.json"')
})

test('queries are in kebab-case, but for the two that the specification spells otherwise', async () => {
  const { paths } = (await app.inject('/api/v6/openapi.json')).json<OpenApiDocument>()
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      ((operation['parameters'] ?? []) as { name: string; in: string }[])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name),
    ),
  )
  expect([...new Set(names)].filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)).toSorted()).toEqual([
    'auditId',
    'eventType',
  ])
})

test('the enumerations have exactly the specification’s values, in its order, and refuse any other', async () => {
  const { components } = (await app.inject('/api/v6/openapi.json')).json<OpenApiDocument>()
  const schemas = components['schemas'] as Record<string, { type: string; enum: string[] }>
  for (const [name, values] of Object.entries(VALUES))
    expect({ [name]: schemas[name] }).toEqual({ [name]: { type: 'string', enum: values.split(' ') } })
  for (const [name, values] of Object.entries(ENUMERATIONS)) {
    expect({ [name]: schemas[name] }).toEqual({ [name]: { type: 'string', enum: values.options } })
    expect(values.safeParse('OTHER_THAN_ALL').success).toBe(false)
  }
})

/** As the specification lists them. */
const VALUES = {
  DeliveryAction: 'NONE CREATE CANCEL SETTLE',
  SourceType: 'EXTERNAL',
  EntryAction: 'MINT BURN TRANSFER',
  InstrumentAction: 'NONE CREATE EOL',
  RegistrationRequestAction: 'NONE REQUEST CONFIRM REJECT CANCEL',
  RegistrationRequestState: 'NONE REQUESTED CONFIRMED REJECTED CANCELED DEREGISTERED',
  RegistryEntryAction:
    'NONE ISSUE TRANSFER REORG_DELETE REORG_CREATE TERMINATE_ENTRY FORCED_TRANSFER IMPORT EXPORT PREPARE_ENTRY TERMINATE_PREPARED_ENTRY MARK_AS_REDEEMABLE',
  TransferAgentEntryAction: 'NONE ONRAMP TRANSFER REORG_DELETE REORG_CREATE OFFRAMP',
  EarmarkAction: 'NONE EARMARK UNEARMARK',
  RegistryAction: 'NONE CREATE UPDATE UNREGISTER SUSPEND UNSUSPEND FINISH_IMPORT EXPORT',
  AccountAction: 'NONE CONFIG',
  WalletExpirationStatus: 'ACTIVE EXPIRED EXPIRING INACTIVE_USER EXCLUDED',
  UserStatus: 'INVITED REJECTED INACTIVE ACTIVE DELETED',
  TenantState: 'INVITED REJECTED INACTIVE ACTIVE DELETED CONFIRMED',
  SyncStatus: 'PENDING SYNCED REQUEST_FAILED FINGERPRINT_MISMATCH NO_ELIGIBLE_TENANTS',
  DeliveryState: 'NONE CREATED PENDING CANCELED SETTLED',
  DeliveryLegState: 'NONE CREATED DELIVERED CONFIRMED PARTIALY_CONFIRMED',
  LegType: 'NONE EXTERNAL HTLC TRADITIONAL DIGITAL DIGITAL_WITH_COORDINATOR ERC20 ERC721 TXC',
  InstrumentState: 'NONE CREATED REGISTERED EXPIRED DRAFT',
  RegistryState: 'NONE REGISTERED DEREGISTERED SUSPENDED IMPORTING EXPORTING',
  IssueCurrency: 'EUR USD GBP CHF JPY SEK NKK DKK',
}

test('the page has a command for each call that takes and answers JSON', async () => {
  const { body } = await app.inject('/api/v6/docs')
  const commands = [...body.matchAll(/<h3>Try it<\/h3><pre>(.*?)<\/pre>/gs)].map(
    ([, command = '']) => command,
  )
  const endpoints = Object.values<Endpoint>(api)
  const others = endpoints.filter(({ bodyType, responseType }) => bodyType ?? responseType)
  expect(commands).toHaveLength(endpoints.length - others.length)
  expect(commands).toContain('curl &#34;$CONNEX_URL/api/introspection&#34;')
  expect(commands).toContain(
    'python3 connex.py GET &#39;/delivery-manager/deliveries/details?delivery-ids=…&#39;',
  )
  expect(
    commands.some((command) =>
      command.startsWith('python3 connex.py POST &#39;/transfer/transfers/prepare&#39;'),
    ),
  ).toBe(true)
})

test('the page shows each call, and its policy lets it load and run nothing', async () => {
  const { body, headers } = await app.inject('/api/v6/docs')
  expect(body).toContain('/api/v6/transfer/transfers')
  expect(body).toContain('/api/introspection')
  expect(body).toContain('<a href="#PreparedTransaction">PreparedTransaction</a>')
  expect(body).toMatch(/one of <a href="#GrantPrivilegesAct">GrantPrivilegesAct<\/a>, /)
  for (const [, name = ''] of body.matchAll(/href="#(\w+)"/g)) expect(body).toContain(`id="${name}"`)
  expect(body).not.toMatch(/<script|(?:src|href)="(?!(?:(?:openapi|abis)\.json|#\w+)")|url\(|@import/)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
})
