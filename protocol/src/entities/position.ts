import * as z from 'zod/mini'
import { AccountNumber, Address, InstrumentId, Quantity, RegistryId } from '../scalars.ts'

/** What an owner holds of one instrument in one account with one registrar; the client calls it a holding. */
export const Position = z.object({
  registryManagerAddr: Address,
  registrarAddr: Address,
  registryId: RegistryId,
  instrumentId: InstrumentId,
  identifier: z.string(),
  label: z.nullable(z.string()),
  owner: Address,
  account: AccountNumber,
  quantity: Quantity,
  earmarked: Quantity,
  /** quantity − earmarked */
  available: Quantity,
  decimals: z.number(),
})
export type Position = z.infer<typeof Position>
