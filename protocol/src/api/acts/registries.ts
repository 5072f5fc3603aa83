// What registrars and issuers do with a registry as a whole, as the body of the call that prepares it.
import * as z from 'zod/mini'
import { SaltedText } from '../../entities/privateText.ts'
import { Address, HexData, InstrumentId, RegistryId } from '../../scalars.ts'
import { transactionFields } from './transactionFields.ts'

/** One registry, and how the transaction is to be made. */
const registry = { registryManagerAddr: Address, registryId: RegistryId, ...transactionFields }

/** Of which the ledger gets the fingerprint, and the other side the text. */
const reason = z.string().check(z.minLength(1), z.maxLength(4000))

/** By the name of the SDK's function. */
export const REGISTRY_ACTS = {
  /** The registrar's request, which the issuer or depositary answers. */
  requestRegistration: z.object({
    act: z.literal('requestRegistration'),
    registryManagerAddr: Address,
    instrumentId: InstrumentId,
    /** The latest one. */
    instrumentRevision: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
    ...transactionFields,
  }),
  confirmRegistration: z.object({ act: z.literal('confirmRegistration'), ...registry }),
  rejectRegistration: z.object({ act: z.literal('rejectRegistration'), reason, ...registry }),
  cancelRegistration: z.object({ act: z.literal('cancelRegistration'), reason, ...registry }),
  /** The registry must be empty, and the other side must have agreed. */
  unregisterRegistry: z.object({
    act: z.literal('unregisterRegistry'),
    /** The own side. */
    as: z.enum(['registrar', 'issuer']),
    /** What the other side's confirmer has signed. */
    reason: SaltedText,
    /** Of the other side, which is used up: see `GET /registry-manager/registry-nonce`. */
    registryNonce: z.string().check(z.regex(/^(0|[1-9][0-9]{0,77})$/, 'not a nonce')),
    /** Of the other side's confirmer, over the digest that the manager's `hashUnregister` returns: 65 bytes. */
    signature: HexData.check(z.regex(/^0x[0-9a-f]{130}$/, 'not a signature')),
    ...registry,
  }),
  finishImport: z.object({ act: z.literal('finishImport'), ...registry }),
  suspendRegistry: z.object({ act: z.literal('suspendRegistry'), reason, ...registry }),
  unsuspendRegistry: z.object({ act: z.literal('unsuspendRegistry'), reason, ...registry }),
  startExporting: z.object({ act: z.literal('startExporting'), reason, ...registry }),
}

export const RegistryAct = z.discriminatedUnion('act', [
  REGISTRY_ACTS.requestRegistration,
  ...Object.values(REGISTRY_ACTS).filter((one) => one !== REGISTRY_ACTS.requestRegistration),
])
