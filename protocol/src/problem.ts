// Apart from the catalogue, so that who only wants its sentences need not fetch the schemas.
import * as z from 'zod/mini'

/** An RFC 9457 problem document as this API writes it. */
export const Problem = z.object({
  type: z.optional(z.string()),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  /** With `stale`: the server's clock in milliseconds, so that a client may correct its own once. */
  serverTime: z.optional(z.number()),
  /** With `locked`: until when, in seconds since the epoch. */
  lockExpiration: z.optional(z.number()),
  /** With `notActive`: the user's status. */
  userStatus: z.optional(z.string()),
  /** With `walletExpired`: since when, in seconds since the epoch. */
  walletExpiresAt: z.optional(z.number()),
  /** With a 403: privileges of which the caller, or its tenant, needs one. */
  needs: z.optional(z.array(z.string())),
  /** To quote: the request in the server's log. */
  requestId: z.optional(z.string()),
  /** With `badRequest`: the faults, by field. With `ledgerRefused`: the ledger's own message. */
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `actionRefused`, and with `contractRefused` of a prepared transaction: which refusal it is, as docs/errors.md lists them. */
  reason: z.optional(z.string()),
  /** With `contractRefused`: the revert's data, for the client to decode. */
  revertData: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
