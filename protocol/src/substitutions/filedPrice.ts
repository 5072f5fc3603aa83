// A price as a file has it, and its instrument. Whoever uses prices does not load what reads the files.
import type { InstrumentId } from '../scalars.ts'

/** Where it has no date or source, who reads the file names them. */
export type FiledPrice = {
  /** The ISIN or the label of the instrument, as the file has it. */
  instrument: string
  clean: string
  accrued?: string
  date?: string
  source?: string
  /** Any, since a file may have prices that no deal needs. */
  currency?: string
}

type Priced = { instrumentId: string | null; identifier: string | null; label?: string | null | undefined }

/** The prices of these instruments, each found by its ISIN or its label; prices of others are passed over. */
export function pricesAmong(
  prices: readonly FiledPrice[],
  instruments: readonly Priced[],
): (FiledPrice & { instrumentId: InstrumentId })[] {
  const byName = new Map(prices.map((price) => [price.instrument.toLowerCase(), price]))
  const found = new Map<string, FiledPrice>()
  for (const { instrumentId, identifier, label } of instruments) {
    const price = [identifier, label].map((name) => byName.get((name ?? '').toLowerCase())).find(Boolean)
    if (instrumentId !== null && price !== undefined) found.set(instrumentId, price)
  }
  // An id of a lot or a position.
  return [...found].map(([id, price]) => ({ ...price, instrumentId: id as InstrumentId }))
}
