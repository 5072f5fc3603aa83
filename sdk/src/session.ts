// What one signer's session with one server remembers; in memory only.
import type { Me } from '@connex/protocol'

export type Session = {
  /** The bearer token of platform calls. */
  token: { value: string; expiresAt: number } | undefined
  /** Who we are, once asked. */
  me: Promise<Me> | undefined
  /** Woken by the event stream, so that who waits for a block need not wait for its timer. */
  readonly wakers: Set<() => void>
}

export const createSession = (): Session => ({
  token: undefined,
  me: undefined,
  wakers: new Set(),
})
