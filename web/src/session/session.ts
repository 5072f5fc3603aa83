// Whether someone is signed in, and with what. A small store outside of React: guards, live updates and screens read
// it. It holds no key; that lies behind the signer's port, in a vault or a worker.
import type { ClientConfig, Me } from '@connex/protocol'
import type { Client, Custodian, LockReason, VaultDoor } from '@connex/sdk'
import type { LoginRefusal } from './loginFailure.ts'
import { readPreference, writePreference } from '../lib/preferences.ts'
import { isOfAccount, followRefusals, storedRefusal, broadcastRefusal } from './storedRefusal.ts'
import { rememberedFile } from './rememberedFile.ts'

export type SignedIn = {
  status: 'signedIn'
  client: Client
  me: Me
  custodians: readonly Custodian[]
  config: ClientConfig
  /** Where the key lies; undefined where the session lives with this page alone. */
  vault: VaultDoor | undefined
  /** Wipes the key, and ends the server's token; a logout also drops what was signed and is in no block yet. */
  end: (isLogout: boolean) => void
}
export type SignedOut = {
  status: 'signedOut'
  reason: 'fresh' | 'loggedOut' | 'ended' | 'unreachable' | 'refused'
  /** What ended it, where that is known. */
  because?: LockReason
  /** Why the server refuses this user, where it does. */
  refusal?: LoginRefusal | undefined
}
/** A vault that was open when this page was loaded is asked whether it still is. */
export type Restoring = { status: 'reopening' }
export type Session = SignedIn | SignedOut | Restoring

/** That a tab of this browser is signed in, for the first paint of the next one; public/theme.js reads it as well. */
const OPEN = 'session'

const refusedOrFresh = (refusal: LoginRefusal | undefined): SignedOut =>
  refusal === undefined
    ? { status: 'signedOut', reason: 'fresh' }
    : { status: 'signedOut', reason: 'refused', refusal }

let session: Session =
  readPreference(OPEN) === 'open' ? { status: 'reopening' } : refusedOrFresh(storedRefusal.read())
/** Whose session this tab has, or had last. */
let lastAddress: string | undefined
const listeners = new Set<() => void>()

const publish = (next: Session) => {
  session = next
  delete document.documentElement.dataset['door']
  for (const listener of listeners) listener()
}

export const readSession = (): Session => session

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function signIn(started: Omit<SignedIn, 'status'>): void {
  writePreference(OPEN, 'open')
  storedRefusal.forget()
  if (lastAddress === undefined) followRefusals(endRefused)
  lastAddress = started.me.user.userAddr
  publish({ ...started, status: 'signedIn' })
}

/** Ends the session of a user whom the server no longer serves, in every tab. */
export function refuse(refusal: LoginRefusal): void {
  if (session.status !== 'signedIn') return
  const address = session.me.user.userAddr
  broadcastRefusal(address, refusal)
  endRefused(address, refusal)
}

/** Also where the vault's news came first: that it is locked is then a consequence of this. */
function endRefused(address: string, refusal: LoginRefusal): void {
  if (address !== lastAddress) return
  storedRefusal.keep(refusal)
  if (session.status === 'signedIn') signOut('refused')
  publish({ status: 'signedOut', reason: 'refused', refusal })
}

/** Ends the session: the key is wiped before anything else happens. */
export function signOut(reason: SignedOut['reason'], because?: LockReason): void {
  if (session.status === 'signedIn') session.end(reason === 'loggedOut')
  if (reason === 'loggedOut') storedRefusal.forget()
  if (!outlivesSession(reason, because)) rememberedFile.forget()
  writePreference(OPEN, '')
  publish({ status: 'signedOut', reason, ...(because === undefined ? {} : { because }) })
}

/** Whoever could not be let in again stands before the login. */
export function failRestore(why: 'ended' | 'unreachable' | LoginRefusal = 'ended'): void {
  if (session.status !== 'reopening') return
  if (why !== 'unreachable') writePreference(OPEN, '')
  if (typeof why === 'string') return publish({ status: 'signedOut', reason: why })
  if (isOfAccount(why)) storedRefusal.keep(why)
  publish(isOfAccount(why) ? refusedOrFresh(why) : { status: 'signedOut', reason: 'ended' })
}

/** Whether a session ended by itself: its vault was lost with the browser's worker, and nobody has locked it. */
const outlivesSession = (reason: SignedOut['reason'], because: LockReason | undefined): boolean =>
  reason === 'unreachable' || (reason === 'ended' && (because === 'alone' || because === 'neverOpened'))
