// Whether someone is signed in, and with what. A small store outside of React: guards, live updates and screens read
// it. It holds no key; that lies behind the signer's port, in a worker.
import type { ClientConfig, Me } from '@connex/protocol'
import type { Client, Custodian } from '@connex/sdk'

export type SignedIn = {
  status: 'signedIn'
  client: Client
  me: Me
  custodians: readonly Custodian[]
  config: ClientConfig
  /** Wipes the key, and ends the server's token. */
  end: () => void
}
export type SignedOut = { status: 'signedOut'; reason: 'fresh' | 'loggedOut' | 'ended' }
export type Session = SignedIn | SignedOut

let session: Session = { status: 'signedOut', reason: 'fresh' }
const listeners = new Set<() => void>()

const change = (next: Session) => {
  session = next
  for (const listener of listeners) listener()
}

export const readSession = (): Session => session

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const signIn = (entered: Omit<SignedIn, 'status'>): void => change({ ...entered, status: 'signedIn' })

/** Ends the session: the key is wiped before anything else happens. */
export function signOut(reason: SignedOut['reason']): void {
  if (session.status === 'signedIn') session.end()
  change({ status: 'signedOut', reason })
}
