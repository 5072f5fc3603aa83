// Prices as typed, by instrument, for the value tests of a substitution.
import { Decimal, type InstrumentId } from '@connex/protocol'
import { pricesAmong, type FiledPrice } from '@connex/protocol/substitutions'
import type { QuotedPrice } from '@connex/sdk'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(substitution)

/** As typed; empty where nothing is known. A price from a file has the rest as well. */
export type PriceDraft = { clean: string; accrued: string } & Pick<FiledPrice, 'date' | 'source' | 'currency'>
export type PriceDrafts = Readonly<Record<string, PriceDraft>>
export type PriceErrors = Readonly<Record<string, Partial<Record<keyof PriceDraft, string>>>>

export type ChosenPrices = { name: string; prices: readonly FiledPrice[] }

/** With the prices of a file for these instruments. What is typed goes first, also where it is nothing. */
export const withFile = (
  typed: PriceDrafts,
  file: ChosenPrices | null,
  instruments: Parameters<typeof pricesAmong>[1],
): PriceDrafts => ({
  ...Object.fromEntries(
    pricesAmong(file?.prices ?? [], instruments).map(
      ({ instrumentId, instrument: _instrument, accrued = '', source = file?.name ?? '', ...price }) => [
        instrumentId,
        { ...price, accrued, source },
      ],
    ),
  ),
  ...typed,
})

/** The prices that are complete, and the errors by instrument and field. */
export function readPrices(prices: PriceDrafts): { quoted: QuotedPrice[]; errors: PriceErrors } {
  const errors: Record<string, PriceErrors[string]> = {}
  const quoted: QuotedPrice[] = []
  for (const [instrument, typed] of Object.entries(prices)) {
    const { date, source, currency } = typed
    const [clean, accrued] = [typed.clean.trim(), typed.accrued.trim()]
    if (clean === '' && accrued === '') continue
    const isWrong = (text: string) => !Decimal.safeParse(text).success
    const fault = t('Substitution.wrong_price')
    if (isWrong(clean) || (accrued !== '' && isWrong(accrued)))
      errors[instrument] = {
        ...(isWrong(clean) && { clean: fault }),
        ...(accrued !== '' && isWrong(accrued) && { accrued: fault }),
      }
    else
      quoted.push({
        // A key of the drafts that a position or a lot has given.
        instrumentId: instrument as InstrumentId,
        clean,
        ...(accrued !== '' && { accrued }),
        ...(date !== undefined && { date }),
        ...(source !== undefined && { source }),
        ...(currency !== undefined && { currency }),
      })
  }
  return { errors, quoted }
}
