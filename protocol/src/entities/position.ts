import * as z from 'zod/mini'
import { AccountNumber, Address, Bytes32, InstrumentId, Quantity, RegistryId } from '../scalars.ts'
import { Unit } from './unit.ts'

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
  /** Null where positions are not split by custody chain. */
  custodyChainId: z.nullable(Bytes32),
  quantity: Quantity,
  earmarked: Quantity,
  /** quantity − earmarked */
  available: Quantity,
  /** The part that its owner has marked for redemption. */
  redeemable: Quantity,
  decimals: z.number(),
  unit: Unit,
})
export type Position = z.infer<typeof Position>

/** Which registries count: those of accounts, of custody chains, of entries whose private half the caller's tenant has. */
export const PositionQueryType = z.enum(['all', 'accounts', 'chains', 'entries'])
export type PositionQueryType = z.infer<typeof PositionQueryType>

/** How far positions are summed up: not over custody chains, over these, over an owner's accounts, over all owners. */
export const PositionAggregationType = z.enum(['chain', 'account', 'owner', 'registry'])
export type PositionAggregationType = z.infer<typeof PositionAggregationType>

/** owned: of the caller's tenant; shared: those that it maintains for others. */
export const AccountsFilter = z.enum(['all', 'owned', 'shared'])
export type AccountsFilter = z.infer<typeof AccountsFilter>

/** A position, or the sum of several; fields in which they differ are null. */
export const PositionSum = z.object({
  ...Position.shape,
  owner: z.nullable(Address),
  account: z.nullable(AccountNumber),
})
export type PositionSum = z.infer<typeof PositionSum>
