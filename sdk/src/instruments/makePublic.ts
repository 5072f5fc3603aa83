import { instrumentManagerAbi } from '@connex/contracts'
import type { InstrumentId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'

/**
 * Makes a private placement public: everybody may hold it. There is no way back.
 *
 * @example
 * await makePublic(client, { instrumentId })
 */
export async function makePublic(
  client: Client,
  { instrumentId }: { instrumentId: InstrumentId },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  return execute(client, instrumentManagerAbi, manager, 'makePublic', [hex(instrumentId)], options)
}
