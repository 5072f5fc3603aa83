import * as z from 'zod/mini'
import { Address, Seconds } from '../scalars.ts'

/** CANCELLED has two L here, and one elsewhere: the specification's spelling. */
export const NominationStatus = z.enum(['NOMINATED', 'COMMITTED', 'CANCELLED'])
export type NominationStatus = z.infer<typeof NominationStatus>

export const NominationAction = z.enum(['NOMINATE', 'COMMIT', 'CANCEL'])
export type NominationAction = z.infer<typeof NominationAction>

export const Nomination = z.object({
  privilegeManagerAddr: Address,
  nominee: Address,
  nominator: Address,
  status: NominationStatus,
  /** From when until when the nominee may commit. */
  committableFrom: Seconds,
  committableUntil: Seconds,
  /** Null where it is not CANCELLED: the nominee rejects, somebody else revokes. */
  canceledBy: z.nullable(Address),
})
export type Nomination = z.infer<typeof Nomination>
