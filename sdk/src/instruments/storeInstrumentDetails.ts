import { fingerprintOf } from '@connex/protocol'
import type { Fingerprint, InstrumentDetails, InstrumentId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'

/** An instrument's details lie with the own server before their fingerprint goes to the ledger. */
export async function storeInstrumentDetails(
  client: Client,
  instrumentId: InstrumentId,
  details: InstrumentDetails,
  options: SendOptions,
): Promise<Fingerprint> {
  const privateDataFp = fingerprintOf(details)
  const body = { instrumentId, details }
  const stored = await storeFirst(options, () =>
    call(client, 'putInstrumentDetails', { body, signal: options.signal }),
  )
  if (stored !== undefined && stored.fingerprint !== privateDataFp)
    throw new ClientError('unexpectedAnswer', 'fingerprint')
  return privateDataFp
}
