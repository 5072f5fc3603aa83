import type { BlockNumber } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { waitFor } from './waitFor.ts'
import type { WaitOptions } from './waitFor.ts'

/**
 * Until the own server has read the block: what one asks it from then on has the change in it.
 *
 * @example
 * await waitForIndex(client, block)
 */
export async function waitForIndex(
  client: Client,
  block: BlockNumber,
  options: WaitOptions = {},
): Promise<void> {
  await waitFor(
    client.session,
    async () => {
      const { indexedBlock } = await call(client, 'syncStatus', { signal: options.signal })
      return indexedBlock !== null && indexedBlock >= block ? true : undefined
    },
    () => new ClientError('notIndexed', String(block)),
    options,
  )
}
