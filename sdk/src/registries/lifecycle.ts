// A registry's states between registration and end: importing, suspended, exporting.
import { registrationAbi } from '@connex/contracts'
import type { RegistryCommentType } from '@connex/protocol'
import { Address } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { readContract } from '../ledger/readContract.ts'
import { hex } from '../ledger/scalars.ts'
import { execute } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { SaltedReason } from '../platform/comments.ts'
import { saltedReason } from '../platform/comments.ts'
import type { RegistryParameters } from './parameters.ts'
import { shareFirst } from './shareFirst.ts'

type WithReason = RegistryParameters & { reason: string }
type SentWithReason = Sent & { reason: SaltedReason }

/**
 * The registrar has imported all holdings: from now on the registry works like any other.
 *
 * @example
 * await finishImport(client, { registryManagerAddr, registryId })
 */
export async function finishImport(
  client: Client,
  { registryManagerAddr, registryId }: RegistryParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return execute(client, registrationAbi, registryManagerAddr, 'finishImport', [hex(registryId)], options)
}

/**
 * The registrar suspends a registry: nothing moves or is earmarked; canceling still works. The reason goes to the
 * instrument's registrar, its fingerprint to the ledger.
 *
 * @example
 * await suspendRegistry(client, { registryManagerAddr, registryId, reason: 'Corporate action' })
 */
export function suspendRegistry(
  client: Client,
  parameters: WithReason,
  options: SendOptions = {},
): Promise<SentWithReason> {
  return executeWithReason(client, 'suspendRegistry', 'suspension reason', parameters, options)
}

/**
 * The registrar reopens a suspended registry. The reason goes to the instrument's registrar, its fingerprint to the
 * ledger.
 *
 * @example
 * await unsuspendRegistry(client, { registryManagerAddr, registryId, reason: 'Corporate action is over' })
 */
export function unsuspendRegistry(
  client: Client,
  parameters: WithReason,
  options: SendOptions = {},
): Promise<SentWithReason> {
  return executeWithReason(client, 'unsuspendRegistry', 'suspension reason', parameters, options)
}

/**
 * The registrar closes a registry for good: it terminates what owners mark for export, and nothing else moves. The reason
 * goes to the instrument's registrar, its fingerprint to the ledger.
 *
 * @example
 * await startExporting(client, { registryManagerAddr, registryId, reason: 'Moves to another registrar' })
 */
export function startExporting(
  client: Client,
  parameters: WithReason,
  options: SendOptions = {},
): Promise<SentWithReason> {
  return executeWithReason(client, 'startExporting', 'export reason', parameters, options)
}

/** Stores a registrar's reason for itself and the instrument's registrar, before its fingerprint goes to the ledger. */
type Explained = 'suspendRegistry' | 'unsuspendRegistry' | 'startExporting'

/** The reason is with the instrument's registrar before its fingerprint is on the ledger. */
async function executeWithReason(
  client: Client,
  call: Explained,
  type: RegistryCommentType,
  parameters: WithReason,
  options: SendOptions,
): Promise<SentWithReason> {
  requireClient(client)
  const { registryManagerAddr, registryId } = parameters
  const reason = await shareReason(client, type, parameters, parameters.reason, options)
  const args = [hex(registryId), hex(reason.fingerprint)] as const
  const sent = await execute(client, registrationAbi, registryManagerAddr, call, args, options)
  return { reason, ...sent }
}

async function shareReason(
  client: Client,
  type: RegistryCommentType,
  registry: RegistryParameters,
  text: string,
  options: SendOptions,
): Promise<SaltedReason> {
  const { signal } = options
  const reason = saltedReason(text)
  const { instrumentRegistrar } = await readContract(
    client,
    registrationAbi,
    registry.registryManagerAddr,
    'registries',
    [hex(registry.registryId)],
    { signal },
  )
  const sharedWith = [Address.parse(instrumentRegistrar)]
  const body = { type, comment: reason.comment, sharedWith }
  await shareFirst(client, registry, body, options)
  return reason
}
