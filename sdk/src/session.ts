// What one signer's session with one server remembers; in memory only.
import type { Me } from '@connex/protocol'

export type Session = {
  /** The bearer token of platform calls. */
  token: { value: string; expiresAt: number } | undefined
  /** Who we are, once asked. */
  me: Promise<Me> | undefined
  /** The tail of the queue in which this wallet's ledger transactions are signed one after the other. */
  queue: Promise<unknown>
  /** The nonce after the last published transaction, while any is on its way. */
  nextNonce: number | undefined
  pending: number
  /** Woken by the event stream, so that who waits for a block need not wait for its timer. */
  readonly wakers: Set<() => void>
}

export const createSession = (): Session => ({
  token: undefined,
  me: undefined,
  queue: Promise.resolve(),
  nextNonce: undefined,
  pending: 0,
  wakers: new Set(),
})
