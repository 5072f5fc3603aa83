// An entry of a registry: public as a fingerprint, private in its details.
import * as z from 'zod/mini'
import {
  AccountNumber,
  Address,
  Bytes32,
  Fingerprint,
  InstrumentId,
  Quantity,
  RegistryId,
  Seconds,
} from '../scalars.ts'

/** The private half of an entry; its fingerprint identifies the entry on the ledger. */
export const RegistryEntryDetails = z.object({
  salt: Bytes32,
  owner: Address,
  account: AccountNumber,
  quantity: Quantity,
  isRedeemable: z.optional(z.boolean()),
  /** The registrar's reference for it. */
  reference: z.optional(z.string().check(z.maxLength(200))),
})
export type RegistryEntryDetails = z.infer<typeof RegistryEntryDetails>

/** REDEEMABLE and EXPORTING: marked by the owner, so that the registrar may end it and nothing else moves it. */
export const EntryType = z.enum(['NONE', 'PREPARED', 'ISSUED', 'REDEEMABLE', 'EXPORTING', 'TERMINATED'])
export type EntryType = z.infer<typeof EntryType>

/** An entry as the ledger has it, with the half that the caller's tenant knows. */
export const RegistryEntry = z.object({
  registryEntryFingerprint: Fingerprint,
  registryManagerAddr: Address,
  registryId: RegistryId,
  registrarAddr: Address,
  instrumentId: InstrumentId,
  identifier: z.string(),
  decimals: z.number(),
  entryType: EntryType,
  /** The last one where the entry is TERMINATED. */
  owner: Address,
  issuer: Address,
  /** Who answered for the instrument when the registry was prepared. */
  issuerOrDepositary: Address,
  /** The movement that holds it; null where it is available. */
  earmarkedBy: z.nullable(Address),
  earmarkReference: z.nullable(Bytes32),
  isRedeemable: z.boolean(),
  account: z.nullable(AccountNumber),
  details: z.nullable(RegistryEntryDetails),
  /**
   * Whether the entries that began with it are as much as those that ended for it; null where none did, or where the
   * own tenant does not know them all.
   */
  isConserved: z.nullable(z.boolean()),
  createdAt: Seconds,
})
export type RegistryEntry = z.infer<typeof RegistryEntry>

/** greedy takes the fewest entries; minimal leaves the least over. */
export const ProposeSetAlgorithm = z.enum(['greedy', 'minimal'])
export type ProposeSetAlgorithm = z.infer<typeof ProposeSetAlgorithm>

export const ProposedSet = z.object({
  registryEntryFingerprints: z.array(Fingerprint),
  /** Their sum, at least the requested quantity. */
  quantity: Quantity,
})
export type ProposedSet = z.infer<typeof ProposedSet>
