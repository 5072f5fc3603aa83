// Registrations: a registrar requests a registry, the issuer or depositary answers, and both together end it.
import { accountRegistryManagerAbi, registrationAbi } from '@connex/contracts'
import type { Address, HexData, InstrumentId, RegistryId } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf, splitSignature } from '../ledger/controller.ts'
import { hex, registryIdOf } from '../ledger/scalars.ts'
import { execute, send, storeFirst } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { SaltedReason } from '../platform/comments.ts'
import { saltedReason } from '../platform/comments.ts'
import { currentMe } from '../session/session.ts'
import type { RegistryParameters } from './parameters.ts'

export type RegistrationParameters = {
  registryManagerAddr: Address
  instrumentId: InstrumentId
  /** The latest one. */
  instrumentRevision: number
}

/**
 * The registrar requests a registry for an instrument; its depositary or issuer answers.
 *
 * @example
 * const { registryId } = await requestRegistration(client, { registryManagerAddr, instrumentId, instrumentRevision: 1 })
 */
export async function requestRegistration(
  client: Client,
  parameters: RegistrationParameters,
  options: SendOptions = {},
): Promise<Sent & { registryId: RegistryId }> {
  requireClient(client)
  const { registryManagerAddr, instrumentId, instrumentRevision } = parameters
  const instrumentManagerAddr = await dappOf(client, 'instrument')
  const registrarAddr = (await currentMe(client)).tenant.address
  const call = contractCall(accountRegistryManagerAbi, registryManagerAddr, 'requestInstrumentRegistration', [
    hex(instrumentManagerAddr),
    hex(instrumentId),
    instrumentRevision,
  ])
  const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
  return { registryId, ...(await send(client, [call], options)) }
}

/**
 * The issuer or depositary accepts a registrar's request, and the registry is prepared.
 *
 * @example
 * await confirmRegistration(client, { registryManagerAddr, registryId })
 */
export async function confirmRegistration(
  client: Client,
  { registryManagerAddr, registryId }: RegistryParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const call = contractCall(
    accountRegistryManagerAbi,
    registryManagerAddr,
    'confirmInstrumentRegistrationAndPrepareRegistry',
    [hex(registryId)],
  )
  return send(client, [call], options)
}

/**
 * The issuer or depositary rejects a registrar's request. The reason goes to the registrar first.
 *
 * @example
 * await rejectRegistration(client, { registryManagerAddr, registryId, reason: 'Another registrar was chosen' })
 */
export const rejectRegistration = (
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> =>
  endRegistration(client, 'rejectInstrumentRegistration', parameters, options)

/**
 * The registrar withdraws its request before the answer. The reason goes to the other side first.
 *
 * @example
 * await cancelRegistration(client, { registryManagerAddr, registryId, reason: 'Requested by mistake' })
 */
export const cancelRegistration = (
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> =>
  endRegistration(client, 'cancelInstrumentRegistration', parameters, options)

/** Ends a registration that nobody will confirm, from either side. The reason goes to the other side first. */
async function endRegistration(
  client: Client,
  functionName: 'cancelInstrumentRegistration' | 'rejectInstrumentRegistration',
  parameters: RegistryParameters & { reason: string },
  options: SendOptions,
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const reason = await storeReason(client, 'putRegistrationReason', parameters, parameters.reason, options)
  const { registryManagerAddr, registryId } = parameters
  const args = [hex(registryId), hex(reason.fingerprint)] as const
  const sent = await execute(client, registrationAbi, registryManagerAddr, functionName, args, options)
  return { reason, ...sent }
}

export type UnregisterParameters = RegistryParameters & {
  /** The own side; the other side has agreed. */
  as: 'registrar' | 'issuer'
  /** The reason that the other side's confirmer has signed, see `saltedReason`. */
  reason: SaltedReason
  /** The other side's registry nonce, which is used up. */
  nonce: bigint
  /** Of the other side's confirmer, over the digest that the manager's `hashUnregister` returns: 65 bytes. */
  signature: HexData
}

/**
 * Ends an empty registry for good, with the other side's agreement. The reason goes to the other side first.
 *
 * @example
 * await unregisterRegistry(client, { registryManagerAddr, registryId, as: 'registrar', reason, nonce, signature })
 */
export async function unregisterRegistry(
  client: Client,
  parameters: UnregisterParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, nonce, signature } = parameters
  const { fingerprint } = await storeReason(client, 'unregister', parameters, parameters.reason, options)
  const name = parameters.as === 'issuer' ? 'unregisterAsIssuer' : 'unregisterAsRegistrar'
  const args = [hex(registryId), nonce, splitSignature(signature), hex(fingerprint)] as const
  return execute(client, registrationAbi, registryManagerAddr, name, args, options)
}

/** Stores a registration's or a registry's reason for both sides, before its fingerprint goes to the ledger. */
async function storeReason(
  client: Client,
  name: 'putRegistrationReason' | 'unregister',
  { registryManagerAddr, registryId }: RegistryParameters,
  text: string | SaltedReason,
  options: SendOptions,
): Promise<SaltedReason> {
  const reason = typeof text === 'string' ? saltedReason(text) : text
  const body = { registryManagerAddr, registryId, reason: reason.comment }
  const stored = await storeFirst(client, name, body, options)
  if (stored !== undefined && stored.fingerprint !== reason.fingerprint)
    throw new ClientError('unexpectedAnswer', 'fingerprint')
  return reason
}
