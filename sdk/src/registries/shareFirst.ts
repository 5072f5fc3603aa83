import { fingerprintOf } from '@connex/protocol'
import type { CallBody } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { storeFirst } from '../ledger/send.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import type { RegistryParameters } from './parameters.ts'

/** Gives a registry's reason or reference to the tenants that share it, before its fingerprint goes to the ledger. */
export async function shareFirst(
  client: Client,
  { registryManagerAddr, registryId }: RegistryParameters,
  comment: Pick<CallBody<'putComment'>, 'type' | 'comment' | 'sharedWith'>,
  options: SendOptions,
): Promise<void> {
  // Nobody else learns of what colleagues may yet reject.
  const wait = options.isProposal === true ? { untilOnLedger: { registryManagerAddr, registryId } } : {}
  const body = { ...comment, ...wait }
  const stored = await storeFirst(client, 'putComment', body, options)
  if (stored !== undefined && stored.fingerprint !== fingerprintOf(body.comment))
    throw new ClientError('unexpectedAnswer', 'fingerprint')
}
