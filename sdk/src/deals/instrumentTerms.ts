// What issuers say of instruments: their denominations, and how their prices are quoted.
import type { InstrumentDetails, InstrumentId } from '@connex/protocol'
import { assetKey, denominationUnits } from '@connex/protocol/deals'
import type { Asset, Denominations } from '@connex/protocol/deals'
import { perHundred, PriceUsed } from '@connex/protocol/substitutions'
import type { Price, Prices } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { parseInput } from '../parseInput.ts'

/** Details with the ledger's fingerprint, by instrument. */
export type InstrumentTerms = ReadonlyMap<InstrumentId, InstrumentDetails>

/** The details of these assets' instruments, as far as they are here. */
export async function readInstrumentTerms(
  client: Client,
  assets: readonly Pick<Asset, 'instrumentId'>[],
  control: CallControl = {},
): Promise<InstrumentTerms> {
  const instrumentIds = [
    ...new Set(assets.flatMap(({ instrumentId }) => instrumentId ?? [])),
  ] as InstrumentId[]
  if (instrumentIds.length === 0) return new Map()
  const { items } = await call(client, 'instrumentDetails', { ...control, query: { instrumentIds } })
  return new Map(
    items.flatMap(({ instrumentId, details, status }) =>
      status === 'SYNCED' && details !== null ? [[instrumentId, details] as const] : [],
    ),
  )
}

/** The denominations of assets in smallest units. */
export const denominationsOf = (terms: InstrumentTerms, assets: readonly Asset[]): Denominations =>
  new Map(
    assets.flatMap((asset) => {
      const denomination = terms.get(asset.instrumentId as InstrumentId)?.denomination
      const units = denomination === undefined ? undefined : denominationUnits(denomination, asset.decimals)
      return units === undefined ? [] : [[assetKey(asset), units] as const]
    }),
  )

/** A price as the instrument is quoted: in percent, or for one unit (`priceQuotation` of its details). */
export type QuotedPrice = {
  instrumentId: InstrumentId
  /** Without accrued interest, in the currency of the issue, such as '98.5'. */
  clean: string
  /** Default: '0', as where `clean` contains it. */
  accrued?: string | undefined
  /** `2026-11-25`; default: the day of the test. */
  date?: string | undefined
  /** Default: 'entered by hand'. */
  source?: string | undefined
  /** Refused if the instrument is issued in another one. */
  currency?: string | undefined
}

/** Prices for 100 of the quantity, as deals quote them. `today`: the day of the test. */
export const pricesOf = (terms: InstrumentTerms, quoted: readonly QuotedPrice[], today: string): Prices =>
  new Map(quoted.map((one) => [one.instrumentId, priceOf(terms.get(one.instrumentId), one, today)]))

function priceOf(details: InstrumentDetails | undefined, quoted: QuotedPrice, today: string): Price {
  const { instrumentId, clean, accrued = '0', date = today, source = 'entered by hand', currency } = quoted
  const { instrument: _instrument, ...price } = parseInput(PriceUsed, {
    instrument: instrumentId,
    clean,
    accrued,
    date,
    source,
  })
  if (date > today) throw new ClientError('invalidInput', `prices: ${date} is after the day of the test`)
  const { issueCurrency = currency } = details ?? {}
  if (currency !== undefined && currency !== issueCurrency)
    throw new ClientError(
      'invalidInput',
      `prices: ${details?.label ?? instrumentId} is issued in ${issueCurrency}, and its price is in ${currency}`,
    )
  const isPerUnit = details?.priceQuotation === 'PRICE_PER_UNIT'
  return {
    ...price,
    ...(isPerUnit ? { clean: perHundred(price.clean), accrued: perHundred(price.accrued) } : {}),
    currency: details?.issueCurrency ?? null,
  }
}
