// A change, or the refusal of one, is written down before its answer leaves. Who could not be told apart from anybody is not
// written down: that is the failure limit's business.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZERO_ADDRESS, camelCase } from '@connex/protocol'
import type { Address, AuditAction, CallName, Endpoint } from '@connex/protocol'
import { insertAuditEntry } from '../storage/audit.ts'
import type { ApiContext } from './ApiContext.ts'

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
  'accountNum',
  'entityId',
  'view',
  'id',
] as const

export async function auditCall(
  { database, log }: Pick<ApiContext, 'database' | 'log'>,
  name: CallName,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const viewer = request.authenticated?.viewer
  if (viewer === undefined || reply.statusCode === 401) return
  const body = readBody(request.body)
  const pushedFor = viewer.kind === 'node' ? body['receivingTenantAddr'] : undefined
  const tenant = viewer.kind === 'user' ? viewer.tenant : pushedFor
  const entry = {
    tenantAddr: typeof tenant === 'string' ? (tenant.toLowerCase() as Address) : ZERO_ADDRESS,
    userAddr: viewer.address,
    source: viewer.kind === 'node' ? ('PROPOSE' as const) : ('INTERNAL' as const),
    action: actionOf(name, endpoint, body),
    type: endpoint.path.split('/')[1] ?? '',
    entityId: entityIdOf({ ...readQuery(request), ...body }),
    call: name,
    outcome: reply.statusCode < 400 ? ('DONE' as const) : ('REFUSED' as const),
    status: reply.statusCode,
  }
  await insertAuditEntry(database.kysely, entry).catch((error: unknown) =>
    log.error({ err: error, call: name }, 'a change could not be written down'),
  )
}

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
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const readQuery = (request: FastifyRequest): Record<string, string> => {
  const [, search = ''] = (request.raw.url ?? '').split('?', 2)
  return Object.fromEntries([...new URLSearchParams(search)].map(([key, value]) => [camelCase(key), value]))
}
