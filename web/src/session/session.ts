// Whether a user is signed in, and with what. A small store outside React: route guards, live updates and screens read it.
// It holds no key: the key stays in the vault or in a worker, behind the signer.
import type { ClientConfig, Me } from '@connex/protocol'
import type { Client, Custodian, LockReason, VaultConnection } from '@connex/sdk'
import { readPreference, writePreference } from '../lib/preferences.ts'
import type { LoginRefusal } from './loginFailure.ts'
import { rememberedFile } from './rememberedFile.ts'
import { broadcastRefusal, followRefusals, isOfAccount, storedRefusal } from './storedRefusal.ts'

export type SignedIn = {
  status: 'signedIn'
  client: Client
  me: Me
  custodians: readonly Custodian[]
  config: ClientConfig
  /** Holds the key; undefined if the session ends with this page. */
  vault: VaultConnection | undefined
  /** Wipes the key and ends the server's token. A logout also drops signed transactions that are not yet in a block. */
  end: (isLogout: boolean) => void
}
export type SignedOut = {
  status: 'signedOut'
  reason: 'fresh' | 'loggedOut' | 'ended' | 'unreachable' | 'refused'
  /** What locked the wallet, if known. */
  because?: LockReason
  /** Why the server refuses this user. */
  refusal?: LoginRefusal | undefined
}
/** The vault was open when this page was last loaded, and may still be. */
export type Restoring = { status: 'restoring' }
export type Session = SignedIn | SignedOut | Restoring

/** Set while a tab of this browser is signed in, for the first paint of the next one; public/theme.js reads it too. */
const OPEN = 'session'

const refusedOrFresh = (refusal: LoginRefusal | undefined): SignedOut =>
  refusal === undefined
    ? { status: 'signedOut', reason: 'fresh' }
    : { status: 'signedOut', reason: 'refused', refusal }

let session: Session =
  readPreference(OPEN) === 'open' ? { status: 'restoring' } : refusedOrFresh(storedRefusal.read())
/** The user of this tab's current or last session. */
let lastAddress: string | undefined
const listeners = new Set<() => void>()

const setSession = (next: Session) => {
  session = next
  delete document.documentElement.dataset['session']
  for (const listener of listeners) listener()
}

export const readSession = (): Session => session

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function signIn(started: Omit<SignedIn, 'status'>): void {
  writePreference(OPEN, 'open')
  storedRefusal.remove()
  if (lastAddress === undefined) followRefusals(endRefused)
  lastAddress = started.me.user.userAddr
  setSession({ ...started, status: 'signedIn' })
}

/** Ends the session, in every tab, of a user whom the server no longer serves. */
export function refuse(refusal: LoginRefusal): void {
  if (session.status !== 'signedIn') return
  const address = session.me.user.userAddr
  broadcastRefusal(address, refusal)
  endRefused(address, refusal)
}

/** The vault may have reported its lock first: the refusal is the cause of that, and replaces it. */
function endRefused(address: string, refusal: LoginRefusal): void {
  if (address !== lastAddress) return
  storedRefusal.write(refusal)
  if (session.status === 'signedIn') signOut('refused')
  setSession({ status: 'signedOut', reason: 'refused', refusal })
}

/** Ends the session: the key is wiped before anything else happens. */
export function signOut(reason: SignedOut['reason'], because?: LockReason): void {
  if (session.status === 'signedIn') session.end(reason === 'loggedOut')
  if (reason === 'loggedOut') storedRefusal.remove()
  if (!outlivesSession(reason, because)) rememberedFile.remove()
  writePreference(OPEN, '')
  setSession({ status: 'signedOut', reason, ...(because === undefined ? {} : { because }) })
}

/** Shows the login, because the session could not be restored. */
export function failRestore(why: 'ended' | 'unreachable' | LoginRefusal = 'ended'): void {
  if (session.status !== 'restoring') return
  if (why !== 'unreachable') writePreference(OPEN, '')
  if (typeof why === 'string') return setSession({ status: 'signedOut', reason: why })
  if (isOfAccount(why)) storedRefusal.write(why)
  setSession(isOfAccount(why) ? refusedOrFresh(why) : { status: 'signedOut', reason: 'ended' })
}

/** Whether the remembered file outlives the session: the browser stopped the vault's worker, and nobody locked the wallet. */
const outlivesSession = (reason: SignedOut['reason'], because: LockReason | undefined): boolean =>
  reason === 'unreachable' || (reason === 'ended' && (because === 'alone' || because === 'neverOpened'))
