// Requests that wait for their signatures. Apart from what makes them: only a screen that waits asks.
import type { Client } from '../client/client.ts'

/** A crowd of requests waits less long for the twenty a second that a vault signs, too. */
const TURN_MS = 4_000

/**
 * Whether a request waits for its turn to be signed: a browser's vault signs 300 a minute.
 *
 * @example
 * if (isWaitingToSign(client)) show('Your wallet has reached its limit.')
 */
export const isWaitingToSign = ({ session }: Client): boolean => [...session.toSign].some(isLate)

const isLate = ({ since }: { since: number }): boolean => Date.now() - since > TURN_MS
