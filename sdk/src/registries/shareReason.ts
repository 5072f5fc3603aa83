import { registrationAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import type { RegistryCommentType } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { saltedReason } from '../deliveries/saltedReason.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import { shareComment } from '../platform/shareComment.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { readContract } from '../ledger/readContract.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { RegistryParameters } from './confirmRegistration.ts'

/** A registrar's reason, stored for itself and for who answered for the instrument, before its fingerprint goes to the ledger. */
export async function shareReason(
  client: Client,
  type: RegistryCommentType,
  { registryManagerAddr, registryId }: RegistryParameters,
  text: string,
  options: SendOptions,
): Promise<SaltedReason> {
  const { signal } = options
  const reason = saltedReason(text)
  const { instrumentRegistrar } = await readContract(
    client,
    registrationAbi,
    registryManagerAddr,
    'registries',
    [hex(registryId)],
    { signal },
  )
  const sharedWith = [Address.parse(instrumentRegistrar)]
  const body = { type, comment: reason.comment, sharedWith }
  await storeFirst(options, () => shareComment(client, body, { signal }))
  return reason
}
