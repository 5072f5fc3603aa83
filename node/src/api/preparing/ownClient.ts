// The SDK's client for a caller of this server, within this server: its calls go to the handlers, as the caller, and never over the
// network. So the SDK decides here as it does in a browser, on the same answers, and encodes the same bytes.
import { api } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { createClient } from '@connex/sdk/preparing'
import type { Client } from '@connex/sdk/preparing'
import { ApiError, problemOf } from '../../common/errors.ts'
import { JsonPage } from '../../storage/lists/jsonPage.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import { authorize } from '../auth/authorize.ts'
import type { ApiContext } from '../call/context.ts'
import type { Handlers, PreparingCall } from '../call/handler.ts'
import { parseBody, parseQuery } from '../call/input.ts'

/** All calls but those that prepare. */
export type DirectHandlers = Omit<Handlers, PreparingCall>

export type Caller = { context: ApiContext; viewer: UserViewer; goneSignal: () => AbortSignal }

const VERSION = 6
/** Nothing is sent there. */
const BASE_URL = 'http://localhost'

/** `confirmTransfer(ownClient(handlers, call), parameters, options)` */
export function ownClient(handlers: DirectHandlers, caller: Caller): Client {
  const { config } = caller.context
  const client = createClient({
    baseUrl: BASE_URL,
    chainId: config.chainId,
    fetch: (target, init) => answer(handlers, caller, new URL(target as string), init),
    signer: addressAlone(caller.viewer),
  })
  Object.assign(client.connection, {
    version: VERSION,
    fees: config.fees,
    confirmations: config.confirmations,
  })
  // The caller is authenticated already.
  client.session.token = { value: 'within', expiresAt: Infinity }
  return client
}

/** The caller's key is not here: what asks for a signature of the ledger is a fault. */
function addressAlone({ address }: UserViewer): NonNullable<Client['signer']> {
  const refuse = () => Promise.reject(new TypeError('a server does not sign for its users'))
  return {
    address,
    // Requests within the server are not checked again.
    signRequest: () => Promise.resolve('0x'),
    signTransaction: refuse,
    signBatch: refuse,
    allowContracts: refuse,
    lock: () => undefined,
  }
}

async function answer(
  handlers: DirectHandlers,
  { context, viewer, goneSignal }: Caller,
  { pathname, search }: URL,
  init: RequestInit = {},
): Promise<Response> {
  const { name, params } = findCall(init.method, pathname.slice(`/api/v${VERSION}`.length))
  const endpoint: Endpoint = api[name]
  try {
    authorize(name, endpoint, viewer)
    const query = parseQuery(endpoint.query, search)
    const body = parseBody(endpoint.body, init.body instanceof Uint8Array ? init.body : new Uint8Array())
    // The table's types meet here, as in mount.ts.
    const handle = handlers[name] as unknown as (call: unknown) => Promise<unknown>
    const found = await handle({ context, viewer, params, query, body, version: VERSION, goneSignal })
    return new Response(found instanceof JsonPage ? found.toJson() : JSON.stringify(found))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const problem = problemOf(error.code, error.extra)
    return new Response(JSON.stringify(problem), { status: problem.status })
  }
}

/** What the SDK reads on the way to a transaction. It stores and publishes nothing here. */
const READ = [
  'me',
  'platform',
  'tenants',
  'users',
  'dapps',
  'dappControllers',
  'invitations',
  'transfers',
  'deals',
  'dealMessages',
  'comments',
  'registrationReasons',
  'registryEntryDetails',
  'forcedTransfer',
  'deliveryComments',
  'deliveryDetails',
  'positions',
  'registryInstruments',
  'instruments',
  'instrumentDetails',
  'nodeConnection',
  'account',
  'rpc',
  'syncStatus',
  'workflows',
] as const satisfies (CallName & keyof DirectHandlers)[]

type Found = { name: (typeof READ)[number]; params: Record<string, string> }

function findCall(method = 'GET', path: string): Found {
  const found = READ.flatMap((name): Found[] => {
    const pattern = api[name].path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = api[name].method === method ? new RegExp(`^${pattern}$`).exec(path) : null
    return match === null ? [] : [{ name, params: { ...match.groups } }]
  })
  const [first] = found
  if (first === undefined)
    throw new ApiError('unforeseen', {}, { cause: new Error(`${method} ${path} is not among READ`) })
  return first
}
