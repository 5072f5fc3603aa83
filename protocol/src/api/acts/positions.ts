// What registrars, transfer agents and owners do with what a registry contains, as the body of the call that prepares it.
import * as z from 'zod/mini'
import { RegistryEntryDetails } from '../../entities/registryEntry.ts'
import { AccountNumber, Address, Bytes32, Fingerprint, Quantity, RegistryId } from '../../scalars.ts'
import { transactionFields } from './transactionFields.ts'

/** One registry, and how the transaction is to be made. */
const registry = { registryManagerAddr: Address, registryId: RegistryId, ...transactionFields }

/** So much in an investor's account, in the instrument's smallest unit. */
const owned = { ownerAddr: Address, account: AccountNumber, quantity: Quantity, ...registry }

const reason = z.string().check(z.minLength(1), z.maxLength(4000))

const marks = {
  /** For redemption while the registry is REGISTERED, for export while it is EXPORTING. */
  for: z.enum(['redemption', 'export']),
  /** Removes such a mark. */
  isTakenBack: z.optional(z.boolean()),
}

/** The private half of new entries; the server draws their salts. */
const entries = z
  .array(
    z.object({
      account: AccountNumber,
      quantity: Quantity,
      /** The registrar's reference for it. */
      reference: RegistryEntryDetails.shape.reference,
    }),
  )
  .check(z.minLength(1), z.maxLength(200))

const Fingerprints = z.array(Fingerprint).check(z.minLength(1), z.maxLength(200))

const ramp = {
  custodyChainId: Bytes32,
  /** The transfer agent's, which the owner can read. */
  reference: reason,
  ...owned,
}

/** By the name of the SDK's function. */
export const POSITION_ACTS = {
  configureAccount: z.object({
    act: z.literal('configureAccount'),
    registryManagerAddr: Address,
    ownerAddr: Address,
    account: AccountNumber,
    /** Whether it is open; default true. */
    isValid: z.optional(z.boolean()),
    /** Whether it holds for several beneficial owners; default false. */
    isOmnibus: z.optional(z.boolean()),
    /** Whether what arrives is terminated at once; default false. */
    terminatesOnReceive: z.optional(z.boolean()),
    ...transactionFields,
  }),
  issueAssets: z.object({ act: z.literal('issueAssets'), ...owned }),
  importAssets: z.object({ act: z.literal('importAssets'), ...owned }),
  markAssets: z.object({
    act: z.literal('markAssets'),
    account: AccountNumber,
    quantity: Quantity,
    ...marks,
    ...registry,
  }),
  forceTransfer: z.object({
    act: z.literal('forceTransfer'),
    fromAddr: Address,
    fromAccount: AccountNumber,
    toAddr: Address,
    toAccount: AccountNumber,
    quantity: Quantity,
    /** Both holders can read it. */
    reason,
    ...registry,
  }),
  terminateAssets: z.object({ act: z.literal('terminateAssets'), ...owned }),
  issueEntries: z.object({ act: z.literal('issueEntries'), ownerAddr: Address, entries, ...registry }),
  importEntries: z.object({ act: z.literal('importEntries'), ownerAddr: Address, entries, ...registry }),
  reorgEntries: z.object({
    act: z.literal('reorgEntries'),
    /** Own available entries, which end. */
    spent: Fingerprints,
    /** What replaces them, of the same total. */
    entries,
    ...registry,
  }),
  markEntries: z.object({
    act: z.literal('markEntries'),
    fingerprints: Fingerprints,
    ...marks,
    ...registry,
  }),
  terminateEntry: z.object({
    act: z.literal('terminateEntry'),
    fingerprint: Fingerprint,
    ownerAddr: Address,
    reason,
    ...registry,
  }),
  createCustodyChain: z.object({
    act: z.literal('createCustodyChain'),
    /** From the depositary's side to the holder's. */
    custodians: z.array(Address).check(z.minLength(1), z.maxLength(8)),
    /** Who on-ramps and off-ramps over it; may be the registrar itself. */
    transferAgentAddr: Address,
    ...registry,
  }),
  onramp: z.object({ act: z.literal('onramp'), ...ramp }),
  offramp: z.object({ act: z.literal('offramp'), ...ramp }),
  markCustodyChainAssets: z.object({
    act: z.literal('markCustodyChainAssets'),
    custodyChainId: Bytes32,
    account: AccountNumber,
    quantity: Quantity,
    ...marks,
    ...registry,
  }),
}

export const PositionAct = z.discriminatedUnion('act', [
  POSITION_ACTS.configureAccount,
  ...Object.values(POSITION_ACTS).filter((one) => one !== POSITION_ACTS.configureAccount),
])
