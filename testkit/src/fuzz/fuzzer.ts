import { fillPath, Problem } from '@connex/protocol'
import type { CallAnswer, CallName, OpenApiDocument } from '@connex/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Random } from '../random.ts'
import { rawRequest, sendBearer, sendSigned } from '../servers/requests.ts'
import type { RawAnswer } from '../servers/requests.ts'
import type { TestUser } from '../servers/users.ts'
import { generateValue, mutateValue } from './values.ts'
import type { GenerationContext, Pool, Schema } from './values.ts'

/** A request that is answered well, as long as nobody has made it before. */
export type Example = {
  /** The one who may do most, unless somebody else is named. */
  user?: TestUser
  params?: Readonly<Record<string, string>>
  /** As on the wire. */
  query?: Readonly<Record<string, string>>
  body?: unknown
  bytes?: { data: Uint8Array; contentType: string }
}

/** The last good answer to a call; fails where there is none. */
export type Answered = <Name extends CallName>(name: Name) => CallAnswer<Name>

/** In the order in which they are made: one may be about what another has brought. */
export type Examples = Partial<Record<CallName, (answered: Answered) => Example | Promise<Example>>>

// Requests made of the document that a server gives of itself, and what it must answer whatever it is sent: an answer of the
// document's shape, or a problem document with a status that the call may have, and never a failure of its own.

type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}
type Call = { method: string; path: string; operation: Operation }

export type FuzzerOptions = {
  url: string
  document: OpenApiDocument
  /** The first one makes the examples. */
  users: readonly TestUser[]
  pool: Pool
  examples: readonly Examples[]
}

export type Exchange = { body?: unknown; answer?: unknown }

type Make = Examples[CallName] | undefined
type Rehearse = (name: CallName, send: () => Promise<RawAnswer>) => Promise<void>

export type Fuzzer = {
  /**
   * Makes every call once, by its example where it has one. What was wrong with the answers. `rehearse` may make the same request before
   * it counts.
   */
  runExamples: (rehearse?: Rehearse) => Promise<string[]>
  /** The last request of each call that was answered well, and its answer: once made by the examples, those of the document. */
  exchanges: Map<string, Exchange>
  /** Sends one request, and says what is wrong with its answer; undefined where nothing is. */
  sendRandom: (random: Random) => Promise<string | undefined>
  /** How many answers there were of each status. */
  statuses: Map<number, number>
  /** The calls that were answered well at least once. */
  served: Set<string>
  operationIds: readonly string[]
}

export function createFuzzer({ url, document, users, pool: initialPool, examples }: FuzzerOptions): Fuzzer {
  const { pool, harvest } = createPool(initialPool)
  const calls = callsIn(document)
  const known = examples.reduce<Examples>((whole, round) => ({ ...whole, ...round }), {})
  const { sendAs, sendUnsigned } = requestsTo(url)
  const { report, answered, exchanges, statuses, served } = createJudge(harvest)

  async function runExamples(rehearse?: Rehearse): Promise<string[]> {
    const made = examples.flatMap((round) => Object.entries(round) as [CallName, Examples[CallName]][])
    const plain = calls.map(({ operation }) => operation.operationId).filter((id) => !(id in known))
    const wrong: (string | undefined)[] = []
    for (const [name, make] of made) wrong.push(await tryExample(name, make, rehearse))
    for (const name of plain) wrong.push(await tryExample(name, undefined, rehearse))
    return wrong.filter((one) => one !== undefined)
  }

  async function tryExample(name: string, make: Make, rehearse?: Rehearse): Promise<string | undefined> {
    const call = calls.find(({ operation }) => operation.operationId === name)
    if (call === undefined) return `${name} is not in the document`
    const example = (await make?.(answered)) ?? {}
    await rehearse?.(name as CallName, async () => (await sendExample(call, example)).answer)
    const { target, answer } = await sendExample(call, example)
    if (answer.status !== 200) return `${name} by its example → ${answer.status}: ${answer.text}`
    return report(call, target, example.body, answer)
  }

  async function sendExample(call: Call, { user = users[0], params, query, body, bytes }: Example) {
    const search = new URLSearchParams(query).toString()
    const path = fillPath(call.path, params)
    const target = search === '' ? path : `${path}?${search}`
    return { target, answer: await sendAs(call, user as TestUser, { target, body, bytes }) }
  }

  async function sendRandom(random: Random): Promise<string | undefined> {
    const call = random.pick(calls)
    const example = known[call.operation.operationId as CallName]
    if (example !== undefined && random.chance(0.3)) {
      const sent = mutateExample(await example(answered), { random, pool, isWild: true })
      const { target, answer } = await sendExample(call, sent)
      return report(call, target, sent.body, answer)
    }
    const making = { random, pool, isWild: random.chance(0.6) }
    const target = targetOf(call, making)
    const body = bodyOf(call, making)
    return report(call, target, body, await send(call, random, target, body))
  }

  async function send(call: Call, random: Random, target: string, body: unknown): Promise<RawAnswer> {
    // Few are nobody's: a server counts them.
    if (random.chance(0.02)) return sendUnsigned(call, target, body)
    const isUpload = call.operation.requestBody?.content['multipart/form-data'] !== undefined
    const what = isUpload ? { bytes: upload(random) } : { body }
    return sendAs(call, random.pick(users), { target, ...what })
  }

  const operationIds = calls.map(({ operation }) => operation.operationId)
  return { runExamples, exchanges, sendRandom, statuses, served, operationIds }
}

/** The most ids that are remembered from answers; the latest remain. */
const HARVEST = 60

/** The ids that an answer contains, another call may be about. */
function createPool(initial: Pool) {
  const pool = [...initial]
  function harvest(text: string): void {
    for (const [, id] of text.matchAll(/"(0x[0-9a-f]{40}|0x[0-9a-f]{64}|[0-9a-f-]{36})"/g))
      if (id !== undefined && !pool.includes(id)) pool.push(id)
    pool.splice(initial.length, Math.max(0, pool.length - initial.length - HARVEST))
  }
  return { pool, harvest }
}

/** Requests with the proof that a call wants. */
function requestsTo(url: string) {
  const sendUnsigned = ({ method }: Call, target: string, body: unknown): Promise<RawAnswer> =>
    rawRequest(url, {
      method,
      target,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  function sendAs(
    call: Call,
    user: TestUser,
    { target, body, bytes }: { target: string; body?: unknown; bytes?: Example['bytes'] },
  ): Promise<RawAnswer> {
    const { method, operation } = call
    if (operation.security.length === 0) return sendUnsigned(call, target, body)
    const what = bytes === undefined ? { body } : { bytes }
    if (operation.security.some((one) => 'walletSignature' in one))
      return sendSigned(url, user, { method, target, ...what })
    return sendBearer(url, user, { method, target, body })
  }

  return { sendUnsigned, sendAs }
}

/** Compares answers with the document, and counts them. */
function createJudge(harvest: (text: string) => void) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const statuses = new Map<number, number>()
  const served = new Set<string>()
  const validators = new Map<string, ReturnType<typeof ajv.compile>>()
  const answers = new Map<string, unknown>()
  const exchanges = new Map<string, Exchange>()

  function answered<Name extends CallName>(name: Name): CallAnswer<Name> {
    if (!answers.has(name)) throw new Error(`${name} was not answered well`)
    return answers.get(name) as CallAnswer<Name>
  }

  function report(call: Call, target: string, body: unknown, answer: RawAnswer): string | undefined {
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const wrong = findFault(call, answer)
    if (answer.status === 200 && wrong === undefined) record(call, body, answer)
    const shown = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 600)}`
    return wrong && `${call.method} ${target.slice(0, 600)}${shown} → ${answer.status}: ${wrong}`
  }

  function record({ operation: { operationId, responses } }: Call, body: unknown, { text }: RawAnswer): void {
    const isJson = responses['200']?.content['application/json'] !== undefined
    exchanges.set(operationId, { body, ...(isJson ? { answer: JSON.parse(text) as unknown } : {}) })
  }

  function findFault({ operation }: Call, answer: RawAnswer): string | undefined {
    const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    const { status, text } = answer
    if (status >= 400) {
      if (type !== 'application/problem+json') return `an error as ${type}: ${text.slice(0, 200)}`
      const problem = Problem.safeParse(answer.problem)
      if (!problem.success || problem.data.status !== status)
        return `no problem document: ${text.slice(0, 200)}`
      if (status >= 500 && problem.data.code !== 'ledgerFailed') return `it failed: ${text.slice(0, 600)}`
      return undefined
    }
    const content = operation.responses[String(status)]?.content
    if (content === undefined) return 'a status that the document does not have'
    served.add(operation.operationId)
    const schema = content['application/json']?.schema
    if (schema === undefined) return undefined
    answers.set(operation.operationId, answer.problem)
    harvest(text)
    const id = `${operation.operationId} ${status}`
    const validate = validators.get(id) ?? ajv.compile(schema)
    validators.set(id, validate)
    if (validate(JSON.parse(text))) return undefined
    return `not of the document’s shape: ${ajv.errorsText(validate.errors)}`
  }

  return { report, answered, exchanges, statuses, served }
}

/** Nearly right, it gets further than what chance alone makes. */
function mutateExample(example: Example, making: GenerationContext): Example {
  const { random } = making
  const { query = {}, body } = example
  const mutated = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    random.chance(0.3) ? textOf(mutateValue(value, making)).toWellFormed() : value,
  ])
  return {
    ...example,
    query: Object.fromEntries(mutated),
    body: body === undefined || random.chance(0.2) ? body : mutateValue(body, making),
  }
}

function targetOf({ path, operation }: Call, making: GenerationContext): string {
  const { random, isWild } = making
  const parameters = operation.parameters ?? []
  let filled = path
  for (const { name, schema } of parameters.filter((one) => one.in === 'path'))
    filled = filled.replace(`{${name}}`, encodeText(textOf(generateValue(schema, making)) || 'x'))
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || random.chance(0.3)))
    .flatMap(({ name, schema }) => {
      const value = generateValue(schema, making)
      return (Array.isArray(value) ? value.slice(0, 20) : [value]).map(
        (one) => `${name}=${encodeText(textOf(one))}`,
      )
    })
  if (isWild && random.chance(0.05)) query.push('unheard-of=1')
  if (isWild && random.chance(0.05)) query.push(...query)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

function bodyOf({ operation }: Call, making: GenerationContext): unknown {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema === undefined ? undefined : generateValue(schema, making)
}

/** All but streams, which never end. */
const callsIn = ({ servers, paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, item]) => {
    const own = item['servers'] as unknown as { url: string }[] | undefined
    const prefix = (own ?? servers)[0]?.url ?? ''
    return Object.entries(item)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: `${prefix}${path}`,
        operation: operation as unknown as Operation,
      }))
      .filter(({ operation }) => !('text/event-stream' in (operation.responses['200']?.content ?? {})))
  })

/** A lone surrogate has no UTF-8; as a client's encoder would, it becomes a replacement character. */
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed())

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function upload(random: Random): { data: Uint8Array; contentType: string } {
  const boundary = 'boundary-of-a-test'
  const metadata = random.pick(['{}', '{"name":"a.pdf"}', 'nothing', '{"name":"\\u0000"}'])
  const parts = [
    `--${boundary}\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${metadata}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nbytes\r\n`,
  ].filter(() => random.chance(0.9))
  const data = new TextEncoder().encode(`${parts.join('')}--${boundary}--\r\n`)
  return { data, contentType: `multipart/form-data; boundary=${boundary}` }
}
