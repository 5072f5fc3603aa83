import { instrumentManagerAbi } from '@connex/contracts'
import { InstrumentDetails, freshSalt } from '@connex/protocol'
import type { InstrumentId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { storeInstrumentDetails } from './storeInstrumentDetails.ts'

export type RevisionParameters = {
  instrumentId: InstrumentId
  /** All of them anew: what is left out is gone. */
  details: Omit<InstrumentDetails, 'salt'>
  /** Other ones than before only while no register keeps it. */
  decimals?: number | undefined
}

/**
 * Changes what an issuer says of an instrument: its revision rises by one. Registrations that were requested for the
 * former one have to be requested again.
 *
 * @example
 * await reviseInstrument(client, { instrumentId, details: { label: 'Hanseatic 2030, amended' } })
 */
export async function reviseInstrument(
  client: Client,
  { instrumentId, details, decimals }: RevisionParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  const salted = InstrumentDetails.parse({ ...details, salt: freshSalt() })
  const fp = hex(await storeInstrumentDetails(client, instrumentId, salted, options))
  const id = hex(instrumentId)
  return decimals === undefined
    ? execute(client, instrumentManagerAbi, manager, 'createInstrumentRevision', [id, fp], options)
    : execute(
        client,
        instrumentManagerAbi,
        manager,
        'createInstrumentRevisionV2',
        [id, fp, decimals],
        options,
      )
}
