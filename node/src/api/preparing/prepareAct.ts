// Prepares what is not a transfer: what administrators, issuers, registrars, transfer agents and owners do.
import { actCall, api, fingerprintOf, ITEMS_PER_PAGE_MAXIMUM, PRIVILEGE_MEANINGS } from '@connex/protocol'
import type {
  Act,
  ActCallName,
  Address,
  DappController,
  Fingerprint,
  PreparedAct,
  PreparedActProposal,
  PrivilegeName,
  StoredData,
  User,
} from '@connex/protocol'
import { actSentences, loadActNames, mayBypass, namedCalls, readAccount } from '@connex/sdk/preparing'
import type { Client, DataToStore, NamedCall, Transaction } from '@connex/sdk/preparing'
import { ApiError, invalid, lacksPrivilege } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listControllers } from '../../storage/queries/platform.ts'
import { findOwnEntry } from '../../storage/queries/registryEntries.ts'
import { authorize } from '../auth/authorize.ts'
import type { Call } from '../call/handler.ts'
import { requireApiAddress } from '../routes/invitations.ts'
import { ACT_VERBS } from './actVerbs.ts'
import { ownClient } from './ownClient.ts'
import type { Caller, DirectHandlers } from './ownClient.ts'
import { planAct } from './planAct.ts'
import type { PlannedAct } from './planAct.ts'
import { proposeBatch } from './proposeBatch.ts'
import { prepareTransaction, refuseUnfunded } from './transaction.ts'

type ActCall = Call<ActCallName> | Call<'prepareActProposal'>

/** The private data is stored last: what is refused leaves nothing behind. */
export async function prepareAct(handlers: DirectHandlers, call: Call<ActCallName>): Promise<PreparedAct> {
  const { nonce } = call.body
  const client = ownClient(handlers, call)
  const planned = await planFor(client, call, { isProposal: false })
  const { transaction } = planned
  const account = await readAccount(client)
  await refuseUnfunded(call, account)
  const prepared = {
    ...(await describeAct(client, planned)),
    ...(await prepareTransaction(call, client, { transaction, account, nonce })),
  }
  await store(handlers, call, planned)
  return prepared
}

/** The same act as a batch that colleagues approve. */
export async function prepareActProposal(
  handlers: DirectHandlers,
  call: Call<'prepareActProposal'>,
): Promise<PreparedActProposal> {
  const family = actCall(call.body.act)
  authorize(family, api[family], call.viewer)
  const client = ownClient(handlers, call)
  const planned = await planFor(client, call, { isProposal: true })
  if (planned.calls.length === 0) throw invalid('act', 'is your own wallet’s: colleagues have no part in it')
  const deadline = 'deadline' in call.body ? call.body.deadline : undefined
  const proposed = await proposeBatch(call, client, planned.calls, deadline)
  const prepared = { ...(await describeAct(client, planned)), ...proposed }
  await store(handlers, call, planned)
  return prepared
}

type Planned = PlannedAct & { named: readonly NamedCall[] }

/** Throws what refuses the caller. */
async function planFor(client: Client, call: ActCall, how: { isProposal: boolean }): Promise<Planned> {
  await checkAct(call)
  const planned = await plan(client, call.body)
  for (const { name } of planned.data) authorize(name, api[name], call.viewer)
  const named = namedCalls(planned.transaction)
  await requireEntitled(call, planned.transaction, named, how)
  return { ...planned, named }
}

const describeAct = async (client: Client, planned: Planned) => ({
  consequences: await consequencesOf(client, planned),
  ...idsOf(planned),
  stored: planned.data.map(storedDataOf),
})

/** Read back from the bytes: neither the request nor a form can alter it. */
async function consequencesOf(
  client: Client,
  { transaction: { value = 0n }, named }: Planned,
): Promise<string[]> {
  const names = await loadActNames(client, named)
  return named.flatMap((one) => {
    if (one.functionName === 'fund')
      return [`Your wallet pays ${value} wei to the funds from which the platform refunds its users.`]
    const sentences = actSentences(one, names)
    if (sentences === undefined)
      throw new ApiError('unforeseen', {}, { cause: new Error(`${one.functionName} has no sentence`) })
    return sentences
  })
}

/** What the ledger would take, and yet nobody wants. */
async function checkAct({ context, viewer, body }: ActCall): Promise<void> {
  if (body.act === 'updateTenant' && body.key === 'api') requireApiAddress(context, body.value)
  if (body.act === 'grantPrivileges') requireHolder(body.privileges, 'user', 'privileges')
  if (body.act === 'reorgEntries') await requireKnown(context.database.kysely, viewer.tenant, body)
  if (body.act !== 'changeTenantPrivileges') return
  const { granted = [], revoked = [] } = body
  if (granted.length + revoked.length === 0) throw invalid('granted', 'or revoked must name a privilege')
  requireHolder(granted, 'tenant', 'granted')
}

/** The sentence says that the total stays the same, which nobody knows of entries whose quantities are missing here. */
async function requireKnown(
  db: Queryable,
  own: Address,
  { registryId, spent }: Pick<Extract<Act, { act: 'reorgEntries' }>, 'registryId' | 'spent'>,
): Promise<void> {
  for (const [index, fingerprint] of spent.entries())
    if ((await findOwnEntry(db, own, { registryId, fingerprint })) === undefined)
      throw invalid(`spent.${index}`, 'is an entry whose private details your server does not have')
}

/** The read-only twins are users' too. */
function requireHolder(names: readonly PrivilegeName[], holder: 'user' | 'tenant', path: string): void {
  const meanings: Partial<Record<PrivilegeName, { holder: string }>> = PRIVILEGE_MEANINGS
  const isUsers = (name: PrivilegeName) => name.endsWith('_RO') || meanings[name]?.holder === 'user'
  const others = names.filter((name) => isUsers(name) !== (holder === 'user'))
  if (others.length > 0) throw invalid(path, `a ${holder} cannot use ${others.join(', ')}`)
}

function plan(client: Client, body: ActCall['body']): Promise<PlannedAct> {
  const { act, nonce: _nonce, ...given } = body
  const { deadline, ...parameters } = { deadline: undefined, ...given }
  // The act and its fields belong together, as the body's schema says.
  const verb = ACT_VERBS[act] as (client: Client, parameters: unknown, options: unknown) => Promise<object>
  return planAct(client, deadline, (options) => verb(client, parameters, options))
}

/** What the tenant's controller requires of the caller. Of a transaction of the wallet itself it requires nothing. */
async function requireEntitled(
  { context, viewer }: Caller,
  { to }: Transaction,
  calls: readonly NamedCall[],
  { isProposal }: { isProposal: boolean },
): Promise<void> {
  const { items } = await listControllers(context.database.kysely, viewer.tenant, undefined, {
    itemsPerPage: ITEMS_PER_PAGE_MAXIMUM,
  })
  const controller = items.find(({ address }) => address === to)
  if (controller === undefined) return
  for (const { selector, functionName } of calls) {
    const rule = controller.workflowConfig.find(({ functionSelector }) => functionSelector === selector)
    // What no privilege opens, or one that this server does not know, the ledger refuses.
    if (rule === undefined || rule.privilege.startsWith('0x')) continue
    if (!holdsFor(viewer.user, rule.privilege, controller))
      throw lacksPrivilege([rule.privilege as PrivilegeName])
    if (rule.signaturesRequired > 1 && !isProposal && !mayBypass(viewer.user, controller.dappAddress))
      throw new ApiError('signaturesRequired', {
        detail: `Nothing was prepared: your tenant requires ${rule.signaturesRequired} signatures for ${functionName}. Propose it to your colleagues (POST /confirmation-workflows/act/prepare), or ask a user who may act alone.`,
      })
  }
}

/** Everywhere, or on the controller's dApp. */
const holdsFor = (
  { privileges, instancePrivileges }: Pick<User, 'privileges' | 'instancePrivileges'>,
  privilege: string,
  { dappAddress }: DappController,
): boolean =>
  privileges.some((name) => name === privilege) ||
  instancePrivileges.some(
    (one) => one.instanceAddr === dappAddress && one.privileges.some((name) => name === privilege),
  )

type Ids = Pick<PreparedAct, 'instrumentId' | 'registryId' | 'custodyChainId'>

/** Those of what is new. */
const idsOf = ({ result }: PlannedAct): Ids => ({
  instrumentId: null,
  registryId: null,
  custodyChainId: null,
  ...pick(result),
})

const pick = ({ instrumentId, registryId, custodyChainId }: Partial<Ids>): Partial<Ids> => ({
  ...(instrumentId && { instrumentId }),
  ...(registryId && { registryId }),
  ...(custodyChainId && { custodyChainId }),
})

const storedDataOf = (data: DataToStore): StoredData => ({
  call: `${api[data.name].method} ${api[data.name].path}`,
  body: data.body,
  fingerprints: fingerprintsIn(data),
})

/** Those that the ledger gets. */
function fingerprintsIn({ name, body }: DataToStore): Fingerprint[] {
  if (name === 'putInstrumentDetails') return [fingerprintOf(body.details)]
  if (name === 'putComment') return [fingerprintOf(body.comment)]
  if (name === 'putForcedTransfer') return [fingerprintOf(body.data)]
  if (name === 'putRegistrationReason' || name === 'unregister') return [fingerprintOf(body.reason)]
  if (name === 'terminateEntry') return [body.registryEntryFingerprint]
  return body.entries.map((entry) => fingerprintOf(entry))
}

/** As the caller itself would store it, in one database transaction with the entry of the audit. */
async function store(handlers: DirectHandlers, call: ActCall, { data, result }: PlannedAct): Promise<void> {
  if (data.length === 0) return
  await call.change(async (trx) => {
    const context = { ...call.context, database: { ...call.context.database, kysely: trx } }
    for (const { name, body } of data) {
      // The table's types meet here, as in mount.ts.
      const handle = handlers[name] as unknown as (call: unknown) => Promise<unknown>
      // The caller has signed another request than the one that stores this.
      await handle({ ...call, context, body: waiting(name, body, call.body), proof: undefined })
    }
    return pick(result)
  })
}

/** Other tenants get a comment only once the ledger has its fingerprint. */
function waiting(name: DataToStore['name'], body: DataToStore['body'], act: ActCall['body']): object {
  if (name !== 'putComment' || !('registryId' in act)) return body
  const { registryManagerAddr, registryId } = act
  return { ...body, untilOnLedger: { registryManagerAddr, registryId } }
}
