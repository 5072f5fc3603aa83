// The securities of a desk's answers: how much of which instrument, by what is known of it.
import { isDigital } from '@connex/protocol'
import type { DealMessage, DeliveryLeg, DueSecurities, Quantity } from '@connex/protocol'
import type { Deal } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { instrumentTerms, sumScaled } from '../lists/units.ts'
import type { InstrumentTerms } from '../lists/units.ts'

/** By the instruments' ids. */
export type Terms = ReadonlyMap<string, InstrumentTerms>

/** The terms of these instruments; their names and units come from details with the ledger's fingerprint. */
export async function loadTerms(db: Queryable, ids: readonly (string | null)[]): Promise<Terms> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    known.length === 0
      ? []
      : await db
          .selectFrom(instrumentTerms().as<'t'>(sql.ref('t')))
          .selectAll()
          .where('t.instrument_id', 'in', known)
          .execute()
  return new Map(rows.map((row) => [row.instrument_id, row]))
}

/** What a message names of a deal. A lot that the deal does not have is shown by its name. */
export const securitiesOfLots = (
  lots: DealMessage['lots'] = [],
  deal: Deal | undefined,
  terms: Terms,
): DueSecurities[] =>
  lots.map(({ lot: name, quantity }) => {
    const asset = deal?.lots.find(({ lot }) => lot === name)?.asset
    return securities(
      asset?.instrumentId ?? null,
      quantity,
      asset ?? { identifier: name, decimals: 0 },
      terms,
    )
  })

/** Of the legs that move securities, each instrument once. */
export function securitiesOf(legs: readonly DeliveryLeg[], terms: Terms): DueSecurities[] {
  const moving = legs.filter((leg) => isDigital(leg) || leg.legType === 'TRADITIONAL')
  return [...Map.groupBy(moving, ({ assetId }) => assetId).values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [securities(first.instrumentId, sumScaled(same, first.decimals), first, terms)]
  })
}

/** A quantity of an instrument; `leg` tells what the instrument does not. */
export function securities(
  instrumentId: DueSecurities['instrumentId'],
  quantity: string,
  leg: Pick<DeliveryLeg, 'identifier' | 'decimals'> | undefined,
  terms: Terms,
): DueSecurities {
  const known = instrumentId === null ? undefined : terms.get(instrumentId)
  return {
    instrumentId,
    identifier: known?.identifier ?? leg?.identifier ?? null,
    label: known?.label ?? null,
    unit: known?.unit ?? 'NOMINAL',
    quantity: quantity as Quantity,
    decimals: known?.decimals ?? leg?.decimals ?? 0,
  }
}
