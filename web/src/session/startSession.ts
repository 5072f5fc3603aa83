import type { ClientConfig, Me } from '@connex/protocol'
import {
  createBrowserJournal,
  createClient,
  createMemoryJournal,
  discoverVersion,
  logout,
  openSession,
} from '@connex/sdk'
import type { Client, Journal, Signer } from '@connex/sdk'
import { importWithRetry } from '../lib/importWithRetry.ts'
import { findCustodians, refusalOf } from './access.ts'
import { LoginRefusal } from './loginFailure.ts'
import type { SignedIn } from './session.ts'

/** Loaded with the first refusal. Where it does not load, the next refusal loads it. */
const loadAccessCheck = () => importWithRetry(() => import('./checkAccess.ts'))
const ignore = () => undefined

/**
 * Asks the server who the wallet belongs to, and refuses whoever may not come in (rules §7). That a tenant has no
 * usable custodian is for the caller to judge: it is no reason to end a session that has begun.
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
  const me = await fromServer(() => openServerSession(client, signal), { host, signal })
  const refusal = refusalOf(me, Date.now() + client.connection.clockSkew)
  if (refusal !== undefined) throw refusal
  const custodians = await fromServer(() => findCustodians(client, config, me, signal), { host, signal })
  const end = (isLogout: boolean) => {
    // The server's token ends as well, if the server can be reached; the key is wiped in any case. What was signed and
    // waits for the server outlives a session that ended by itself.
    logout(client, { keepSigned: !isLogout }).catch(() => undefined)
    signer.lock()
  }
  return { client, me, custodians, end }
}

/** The same request, signed for the server, sent to Vite, which forwards it (build/devServer.ts). */
function fetchThroughVite(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return fetch(pathname + search, init)
}

async function openServerSession(client: Client, signal: AbortSignal): Promise<Me> {
  await discoverVersion(client, { signal })
  return openSession(client, { signal })
}

/** The server's answer; without one, the login names the server that did not answer. */
async function fromServer<Answer>(
  ask: () => Promise<Answer>,
  { host, signal }: { host: string; signal: AbortSignal },
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    throw new LoginRefusal('error_no_account_info', { server: host }, error)
  }
}

/** Where what was signed waits for its block: shared by all tabs, or this page's alone where a browser has no locks. */
function openJournal(): Journal {
  try {
    return createBrowserJournal({ storage: window.localStorage, locks: navigator.locks })
  } catch {
    return createMemoryJournal()
  }
}
