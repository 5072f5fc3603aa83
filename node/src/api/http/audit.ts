// The audit trail of the API's calls. A change and its entry are one database transaction: there is never one without the other.
// A refused change has changed nothing, so its entry is written on its own before the answer is sent.
import { camelCase, TxHash, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, AuditAction, CallName, Endpoint } from '@connex/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../storage/engine/database.ts'
import { insertAuditEntries } from '../../storage/queries/audit.ts'
import type { NewAuditEntry } from '../../storage/queries/audit.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import type { ApiContext } from '../call/context.ts'
import type { Change } from '../call/handler.ts'
import { isObject } from '../call/json.ts'

export type AuditedCall = {
  name: CallName
  endpoint: Endpoint
  request: FastifyRequest
  viewer: Viewer
  hostedTenants: readonly Address[]
}

/** Calls that wait for the ledger or for disks: they hold no transaction meanwhile, and store by `change`. */
const WAITING: readonly CallName[] = [
  'publishRawTx',
  'publishSignature',
  'prepareTransfer',
  'prepareReturn',
  'prepareSubstitution',
  'prepareConfirmation',
  'prepareCancel',
  'prepareProposal',
  'prepareActProposal',
  'prepareApproval',
  'prepareExecution',
  'prepareRejection',
  'prepareAdministration',
  'prepareInstrument',
  'prepareRegistry',
  'preparePosition',
  'registerTenant',
  'updateTenant',
  'confirmWorkflow',
  'rejectWorkflow',
  'revokeWorkflow',
  'uploadDocument',
]

export async function runChange<Answer>(
  context: ApiContext,
  call: AuditedCall,
  handle: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  let tenantAddr: Address | undefined
  const also: AuditAction[] = []
  let isAudited = false
  const note: Change['note'] = (addition) => {
    tenantAddr = addition.tenantAddr ?? tenantAddr
    if (addition.also !== undefined) also.push(addition.also)
  }

  async function audit(trx: Queryable, answer: unknown, action?: AuditAction): Promise<void> {
    const done = { outcome: 'DONE', status: 200, answer, tenantAddr } as const
    const actions = [action, ...also.splice(0)]
    await insertAuditEntries(
      trx,
      actions.map((one) => auditEntryOf(call, { ...done, action: one })),
    )
    isAudited = true
  }

  const inTransaction: Change['change'] = (work, action) =>
    context.database.kysely.transaction().execute(async (trx) => {
      const result = await work(trx)
      await audit(trx, result, action)
      return result
    })

  if (WAITING.includes(call.name)) {
    const answer = await handle({ context, change: inTransaction, note })
    if (!isAudited) await audit(context.database.kysely, answer)
    return answer
  }
  // A worker that is woken before the transaction ends finds nothing to do.
  let mustWake = false
  const answer = await inTransaction((trx) =>
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

/** Only of authentic callers: the failure limit takes care of the others. */
export async function auditRefusal(
  { database, log }: Pick<ApiContext, 'database' | 'log'>,
  call: AuditedCall,
  reply: FastifyReply,
): Promise<void> {
  const entry = auditEntryOf(call, { outcome: 'REFUSED', status: reply.statusCode })
  await insertAuditEntries(database.kysely, [entry]).catch((error: unknown) =>
    log.error({ err: error, call: call.name }, 'could not audit a refusal'),
  )
}

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

/** The fields that identify an entity, the most specific first. */
const ENTITY_FIELDS = [
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

type Outcome = Pick<NewAuditEntry, 'outcome' | 'status'> & {
  answer?: unknown
  /** Instead of the call's own. */
  action?: AuditAction | undefined
  tenantAddr?: Address | undefined
}

function auditEntryOf(call: AuditedCall, result: Outcome): NewAuditEntry {
  const { name, endpoint, request, viewer } = call
  const body = readBody(request.body)
  const answer = isObject(result.answer) ? result.answer : {}
  const txHash = TxHash.safeParse(answer['transactionHash'] ?? answer['txHash'])
  return {
    tenantAddr: result.tenantAddr ?? tenantOf(call, body),
    userAddr: viewer.address,
    source: viewer.kind === 'node' ? 'PROPOSE' : 'INTERNAL',
    action: result.action ?? actionOf(name, endpoint, body),
    type: endpoint.path.split('/')[1] ?? '',
    entityId: entityIdOf({ ...answer, ...readQuery(request), ...body }) || tenantItself(call),
    call: name,
    outcome: result.outcome,
    status: result.status,
    txHash: txHash.success ? txHash.data : null,
  }
}

/** A push belongs to its receiving tenant, if this server hosts it. */
function tenantOf({ viewer, hostedTenants }: AuditedCall, body: Record<string, unknown>): Address {
  if (viewer.kind === 'user') return viewer.tenant
  const receiver = String(viewer.kind === 'node' ? body['receivingTenantAddr'] : '').toLowerCase()
  return hostedTenants.find((tenant) => tenant === receiver) ?? ZERO_ADDRESS
}

/** A call below /platform/tenants without an entity is about the tenant itself. */
const tenantItself = ({ viewer, endpoint }: AuditedCall): string =>
  viewer.kind === 'user' && endpoint.path.startsWith('/platform/tenants') ? viewer.tenant : ''

function actionOf(name: CallName, { method }: Endpoint, body: Record<string, unknown>): AuditAction {
  if (name === 'putDraft' && body['draftId'] === undefined) return 'CREATE_DRAFT'
  return ACTIONS[name] ?? (method === 'DELETE' ? 'DELETE' : 'EXECUTE')
}

function entityIdOf(fields: Record<string, unknown>): string {
  const id = ENTITY_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof id === 'string' ? id.slice(0, 100) : ''
}

/** A refused body may be anything. */
function readBody(body: unknown): Record<string, unknown> {
  if (!(body instanceof Uint8Array) || body.length === 0) return {}
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body))
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}

const readQuery = (request: FastifyRequest): Record<string, string> => {
  const [, search = ''] = (request.raw.url ?? '').split('?', 2)
  return Object.fromEntries([...new URLSearchParams(search)].map(([key, value]) => [camelCase(key), value]))
}
