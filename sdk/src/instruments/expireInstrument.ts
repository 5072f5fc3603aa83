import { instrumentManagerAbi } from '@connex/contracts'
import type { InstrumentId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'

/**
 * An instrument's end of life: nothing is issued any more; what is held can still move and be terminated.
 *
 * @example
 * await expireInstrument(client, { instrumentId })
 */
export async function expireInstrument(
  client: Client,
  { instrumentId }: { instrumentId: InstrumentId },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  return execute(client, instrumentManagerAbi, manager, 'expireInstrument', [hex(instrumentId)], options)
}
