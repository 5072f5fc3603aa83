import type { ClientConfig } from '@connex/protocol'
import {
  allowOwnContracts,
  createBrowserJournal,
  createClient,
  createMemoryJournal,
  discoverVersion,
  login,
  logout,
  whoami,
  type Client,
  type Journal,
  type Signer,
} from '@connex/sdk'
import { importWithRetry } from '../lib/importWithRetry.ts'
import { findCustodians, refusalOf } from './access.ts'
import { LoginRefusal } from './loginFailure.ts'
import type { SignedIn } from './session.ts'

/** Imported with the first forbidden call. If the import fails, the next one tries again. */
const loadAccessCheck = () => importWithRetry(() => import('./checkAccess.ts'))
const ignore = () => undefined

/**
 * Opens a session with the server, and throws a LoginRefusal for a user who may not work (rules §7). A tenant without a
 * usable custodian is for the caller to judge: that does not end a session which has begun.
 */
export async function startSession(
  config: ClientConfig,
  signer: Signer,
  signal: AbortSignal,
): Promise<Pick<SignedIn, 'client' | 'me' | 'custodians' | 'end'>> {
  const client: Client = createClient({
    baseUrl: new URL(config.apiUrl, location.href).href,
    chainId: config.chainId,
    signer,
    journal: openJournal(),
    fetch: async (input, init) => {
      const response = await (import.meta.env.DEV ? fetchThroughVite(input, init) : fetch(input, init))
      if (response.status === 403) loadAccessCheck().then(({ checkAccess }) => checkAccess(client), ignore)
      return response
    },
  })
  const { host } = new URL(client.baseUrl)
  const server = { host, signal }
  await fromServer(() => discoverVersion(client, { signal }), server)
  // The token is requested at the same time, but counts later: a user who may not work first reads why.
  const opening = login(client, { signal })
  opening.catch(ignore)
  const me = await fromServer(() => whoami(client, { signal }), server)
  const refusal = refusalOf(me, Date.now() + client.connection.clockSkew)
  if (refusal !== undefined) throw refusal
  const custodians = await fromServer(async () => {
    await opening
    const [found] = await Promise.all([
      findCustodians(client, config, me, signal),
      allowOwnContracts(client, me, { signal }),
    ])
    return found
  }, server)
  const end = (isLogout: boolean) => {
    // Ends the server's token too, if the server can be reached; the key is wiped in any case. Signed transactions that
    // wait for the server outlive a session that was not logged out.
    logout(client, { keepSigned: !isLogout }).catch(ignore)
    signer.lock()
  }
  return { client, me, custodians, end }
}

/** Signed transactions wait here for their block: shared by all tabs, or this page's alone if the browser has no locks. */
function openJournal(): Journal {
  try {
    return createBrowserJournal({ storage: window.localStorage, locks: navigator.locks })
  } catch {
    return createMemoryJournal()
  }
}

/** The same request, signed for the server, sent to Vite, which forwards it (build/devServer.ts). */
function fetchThroughVite(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return fetch(pathname + search, init)
}

/** The server's answer; the refusal names a server that did not answer. */
async function fromServer<Answer>(
  request: () => Promise<Answer>,
  { host, signal }: { host: string; signal: AbortSignal },
): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    signal.throwIfAborted()
    throw new LoginRefusal('error_no_account_info', { server: host }, error)
  }
}
