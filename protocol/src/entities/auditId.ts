import * as z from 'zod/mini'

export const AuditId = z.string().check(z.regex(/^[0-9]{1,15}$/, 'not an audit id'))

/** What an answer tells of the own audit. */
export const auditFields = {
  /** Of what was done to it, the newest first, 20 at most. */
  auditIds: z.array(z.string()),
}
