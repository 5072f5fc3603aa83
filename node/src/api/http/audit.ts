// A change and its line in the audit are one database transaction: neither stands without the other.
import { camelCase, TxHash, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, AuditAction, CallName, Endpoint } from '@connex/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../storage/engine/database.ts'
import { insertAuditEntries } from '../../storage/queries/audit.ts'
import type { NewAuditEntry } from '../../storage/queries/audit.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import type { ApiContext } from '../call/context.ts'

/** Calls that wait for more than the database: meanwhile they hold no transaction, and store by `change`. */
const WAITING: readonly CallName[] = [
  'publishRawTx',
  'registerTenant',
  'updateTenant',
  'confirmWorkflow',
  'rejectWorkflow',
  'revokeWorkflow',
  'uploadDocument',
]

export type Changing = {
  context: ApiContext
  /** Does the work in one transaction with its line in the audit. */
  change: <Result>(work: (trx: Queryable) => Promise<Result>, action?: AuditAction) => Promise<Result>
  /** What the audit cannot read off the call: whose it is, and what it is besides. */
  note: (what: { tenantAddr?: Address; also?: AuditAction }) => void
}

export async function runChange<Answer>(
  context: ApiContext,
  call: AuditedCall,
  handle: (changing: Changing) => Promise<Answer>,
): Promise<Answer> {
  let tenantAddr: Address | undefined
  const also: AuditAction[] = []
  let isWritten = false
  const note: Changing['note'] = (what) => {
    tenantAddr = what.tenantAddr ?? tenantAddr
    if (what.also !== undefined) also.push(what.also)
  }

  async function writeDown(trx: Queryable, answer: unknown, action?: AuditAction): Promise<void> {
    const done = { outcome: 'DONE', status: 200, answer, tenantAddr } as const
    const actions = [action, ...also.splice(0)]
    await insertAuditEntries(
      trx,
      actions.map((one) => auditEntryOf(call, { ...done, action: one })),
    )
    isWritten = true
  }

  const inOne: Changing['change'] = (work, action) =>
    context.database.kysely.transaction().execute(async (trx) => {
      const result = await work(trx)
      await writeDown(trx, result, action)
      return result
    })

  if (WAITING.includes(call.name)) {
    const answer = await handle({ context, change: inOne, note })
    if (!isWritten) await writeDown(context.database.kysely, answer)
    return answer
  }
  // Who is woken before the transaction ends finds nothing to do.
  let mustWake = false
  const answer = await inOne((trx) =>
    handle({
      context: {
        ...context,
        database: { ...context.database, kysely: trx },
        wakeSync: () => {
          mustWake = true
        },
      },
      change: (work) => work(trx),
      note,
    }),
  )
  if (mustWake) context.wakeSync()
  return answer
}

// A call that changes something, as the audit will have it. Pure: what was asked, by whom, and what came of it.

const ACTIONS: { readonly [Name in CallName]?: AuditAction } = {
  putDraft: 'UPDATE_DRAFT',
  createWorkflow: 'WORKFLOW_START',
  confirmWorkflow: 'WORKFLOW_CONFIRM',
  rejectWorkflow: 'WORKFLOW_REJECT',
  revokeWorkflow: 'WORKFLOW_REVOKE',
  createUser: 'CREATE',
  inviteTenant: 'CREATE',
  addBusinessPartner: 'CREATE',
}

/** The fields by which the calls name what they are about, the most telling first. */
const NAMES = [
  'workflowId',
  'deliveryId',
  'draftId',
  'instrumentId',
  'registryId',
  'userAddr',
  'tenantAddr',
  'templateId',
  'dappAddress',
  'eoaAddress',
  'entityId',
  'accountNum',
  'view',
  'id',
  'fingerprint',
] as const

export type AuditedCall = {
  name: CallName
  endpoint: Endpoint
  request: FastifyRequest
  viewer: Viewer
  hostedTenants: readonly Address[]
}

type Outcome = Pick<NewAuditEntry, 'outcome' | 'status'> & {
  answer?: unknown
  /** Where it is another than the call's own. */
  action?: AuditAction | undefined
  tenantAddr?: Address | undefined
}

export function auditEntryOf(call: AuditedCall, came: Outcome): NewAuditEntry {
  const { name, endpoint, request, viewer } = call
  const body = readBody(request.body)
  const answer = isObject(came.answer) ? came.answer : {}
  const txHash = TxHash.safeParse(answer['transactionHash'] ?? answer['txHash'])
  return {
    tenantAddr: came.tenantAddr ?? tenantOf(call, body),
    userAddr: viewer.address,
    source: viewer.kind === 'node' ? 'PROPOSE' : 'INTERNAL',
    action: came.action ?? actionOf(name, endpoint, body),
    type: endpoint.path.split('/')[1] ?? '',
    entityId: entityIdOf({ ...answer, ...readQuery(request), ...body }) || tenantItself(call),
    call: name,
    outcome: came.outcome,
    status: came.status,
    txHash: txHash.success ? txHash.data : null,
  }
}

/** A push belongs to the tenant that it is for, where it is one of this server's. */
function tenantOf({ viewer, hostedTenants }: AuditedCall, body: Record<string, unknown>): Address {
  if (viewer.kind === 'user') return viewer.tenant
  const named = String(viewer.kind === 'node' ? body['receivingTenantAddr'] : '').toLowerCase()
  return hostedTenants.find((tenant) => tenant === named) ?? ZERO_ADDRESS
}

/** What names nothing among a tenant's own things is about the tenant. */
const tenantItself = ({ viewer, endpoint }: AuditedCall): string =>
  viewer.kind === 'user' && endpoint.path.startsWith('/platform/tenants') ? viewer.tenant : ''

function actionOf(name: CallName, { method }: Endpoint, body: Record<string, unknown>): AuditAction {
  if (name === 'putDraft' && body['draftId'] === undefined) return 'CREATE_DRAFT'
  return ACTIONS[name] ?? (method === 'DELETE' ? 'DELETE' : 'EXECUTE')
}

function entityIdOf(fields: Record<string, unknown>): string {
  const named = NAMES.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof named === 'string' ? named.slice(0, 100) : ''
}

/** A refused body may be anything. */
function readBody(body: unknown): Record<string, unknown> {
  if (!(body instanceof Uint8Array) || body.length === 0) return {}
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(body))
    return isObject(read) ? read : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const readQuery = (request: FastifyRequest): Record<string, string> => {
  const [, search = ''] = (request.raw.url ?? '').split('?', 2)
  return Object.fromEntries([...new URLSearchParams(search)].map(([key, value]) => [camelCase(key), value]))
}

// A refused change has changed nothing: its line in the audit is a transaction of its own, before the answer leaves. Who
// could not be told apart from anybody is not written down: that is the failure limit's business.

type Context = Pick<ApiContext, 'database' | 'log'>

export async function auditRefusal(
  { database, log }: Context,
  call: AuditedCall,
  reply: FastifyReply,
): Promise<void> {
  const entry = auditEntryOf(call, { outcome: 'REFUSED', status: reply.statusCode })
  await insertAuditEntries(database.kysely, [entry]).catch((error: unknown) =>
    log.error({ err: error, call: call.name }, 'a refusal could not be written down'),
  )
}
