import { createInstrument } from '@connex/sdk'
import type { InstrumentId } from '@connex/protocol'
import { INSTRUMENTS } from './instruments.ts'
import type { SeedInstrument } from './instruments.ts'
import { deskOf } from './openDesks.ts'
import type { Desks } from './openDesks.ts'

export type CreatedInstrument = SeedInstrument & { instrumentId: InstrumentId }

/** The issuer creates every instrument; the private ones are open to the investors alone. */
export async function createInstruments(desks: Desks): Promise<CreatedInstrument[]> {
  const { client } = deskOf(desks, 'Hanseatic Issuance')
  const investors = Object.values(desks)
    .filter(({ tenant }) => tenant.kind === 'investor')
    .map(({ tenant }) => tenant.address)
  return Promise.all(
    INSTRUMENTS.map(async (instrument) => {
      const { type, identifierType, identifier, decimals, label, description } = instrument
      const { instrumentId } = await createInstrument(
        client,
        {
          instrumentType: type,
          identifierType,
          identifier,
          decimals,
          details: { label, description },
          ...(type === 'PRIVATE' ? { whitelist: investors } : {}),
        },
        { dryRun: false, until: 'mined' },
      )
      return { ...instrument, instrumentId }
    }),
  )
}
