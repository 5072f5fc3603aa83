// Prices that a user types, and what the value tests of a substitution make of them.
import { basename } from 'node:path'
import { cashOf, Decimal, formatCash, formatQuantity, readableName, instrumentText } from '@connex/protocol'
import type { Address, InstrumentId } from '@connex/protocol'
import type { Asset } from '@connex/protocol/deals'
import {
  collateralDoubtText,
  decisiveText,
  Haircut,
  pricesAmong,
  PriceUsed,
  readPriceFile,
} from '@connex/protocol/substitutions'
import type {
  CollateralDoubt,
  Comparison,
  TestLine,
  Untested,
  ValueTest,
} from '@connex/protocol/substitutions'
import type { QuotedPrice } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { repeated, text, value } from '../command/Option.ts'
import type { Option } from '../command/Option.ts'
import { readText } from '../terminal/fileText.ts'
import type { Terminal } from '../terminal/Terminal.ts'
import { dayOf } from './transferOptions.ts'

const group = 'Value'

export type TypedPrice = { readonly instrument: string; readonly clean: string; readonly accrued: string }
export type TypedHaircut = { readonly instrument: string; readonly haircut: string }

const isDecimal = (typed: string): boolean => Decimal.safeParse(typed).success

/** `DE000A2LQ5M4=98.5`, or with accrued interest `DE000A2LQ5M4=98.5+0.82`. */
const price = value<TypedPrice>('INSTRUMENT=PRICE', 'a clean price as the instrument is quoted', (typed) => {
  const [, instrument = '', clean = '', accrued = '0'] = /^(.+)=([^=+]+)(?:\+([^=+]+))?$/.exec(typed) ?? []
  return instrument !== '' && isDecimal(clean) && isDecimal(accrued)
    ? { value: { instrument, clean, accrued } }
    : { expected: 'must be an instrument and its price such as DE000A2LQ5M4=98.5 or DE000A2LQ5M4=98.5+0.82' }
})

const haircut = value<TypedHaircut>('INSTRUMENT=PERCENT', 'a haircut in place of the agreed one', (typed) => {
  const [, instrument = '', percent = ''] = /^(.+)=([^=]+)$/.exec(typed) ?? []
  return instrument !== '' && Haircut.safeParse(percent).success
    ? { value: { instrument, haircut: percent } }
    : {
        expected:
          'must be an instrument and a percentage of at least 0 and less than 100 such as DE000A2LQ5M4=1.5',
      }
})

const inGroup = <Value>(option: Option<Value>): Option<Value> => ({ ...option, group })

/** Options of a command that tests values. */
export const valueOptions = {
  price: inGroup(repeated(price)),
  prices: text(
    'FILE',
    'a CSV file of prices, with the columns isin and clean, and optionally accrued, date, source and currency; --price takes precedence; - for standard input',
    { group },
  ),
  priceDate: inGroup(dayOf('the day of the prices (default today)')),
  priceSource: text('TEXT', 'where the prices are from, for the other side', {
    group,
    of: PriceUsed.shape.source,
  }),
}
export const haircutOption = inGroup(repeated(haircut))

type PriceValues = {
  readonly price: readonly TypedPrice[]
  readonly prices: string | undefined
  readonly priceDate: string | undefined
  readonly priceSource: string | undefined
}

type Priceable = Pick<Asset, 'instrumentId' | 'identifier'>

/** The typed prices and those of the file, by the instruments of a deal and of what comes into it. */
export async function pricesOf(
  { price, prices: file, priceDate, priceSource }: PriceValues,
  assets: readonly Priceable[],
  readInput: Terminal['readInput'],
): Promise<QuotedPrice[]> {
  const typed = price.map(({ instrument, clean, accrued }) => ({
    instrumentId: instrumentOf('--price', instrument, assets),
    clean,
    accrued,
    date: priceDate,
    source: priceSource,
  }))
  const filed = file === undefined ? [] : await filedPrices(file, assets, readInput)
  return [
    ...typed,
    ...filed
      .filter(({ instrumentId }) => !typed.some((one) => one.instrumentId === instrumentId))
      .map(({ date = priceDate, source = priceSource ?? basename(file ?? ''), ...one }) => ({
        ...one,
        date,
        source,
      })),
  ]
}

async function filedPrices(
  file: string,
  assets: readonly Priceable[],
  readInput: Terminal['readInput'],
): Promise<QuotedPrice[]> {
  const { prices, faults } = readPriceFile(await readText(file, readInput))
  const name = file === '-' ? 'the input' : file
  if (faults.length > 0) throw CliError.listing('importInvalid', faults, name, String(faults.length))
  const found = pricesAmong(prices, assets)
  if (found.length === 0) {
    const known = [...new Set(assets.flatMap(({ identifier }) => identifier ?? []))]
    throw CliError.of('usage', `--prices: ${name} must have a price of one of ${known.join(', ')}.`)
  }
  return found.map(({ instrument: _instrument, ...price }) => price)
}

export const haircutsOf = (
  typed: readonly TypedHaircut[],
  assets: readonly Priceable[],
): Record<InstrumentId, string> =>
  Object.fromEntries(
    typed.map(({ instrument, haircut: percent }) => [instrumentOf('--haircut', instrument, assets), percent]),
  )

function instrumentOf(option: string, typed: string, assets: readonly Priceable[]): InstrumentId {
  const found = assets.find(({ identifier }) => identifier?.toLowerCase() === typed.toLowerCase())
  if (found?.instrumentId != null) return found.instrumentId as InstrumentId
  const known = [...new Set(assets.flatMap(({ identifier }) => identifier ?? []))]
  throw CliError.of('usage', `${option} must name one of ${known.join(', ')}, not '${typed}'.`)
}

/** A warning for each doubt about what comes in. */
export const doubtSentences = (
  doubts: readonly CollateralDoubt[],
  nameOf: (tenant: Address) => string,
): string[] => doubts.map((doubt) => `! ${collateralDoubtText(doubt, { nameOf })}`)

const UNTESTED: Record<Untested['code'], string> = {
  priceMissing: 'there is no price for {assets}',
  priceStale: 'the price of {assets} is too old',
  currenciesDiffer: 'the price of {assets} is in another currency than the deal',
}

const COMPARED: Record<ValueTest['decisive'], string> = { market: 'Market value', coverage: 'After haircuts' }

/** A sentence for each line that has a price, for both tests and which of them must pass, and for what the deal's cover becomes. */
export function testSentences(test: ValueTest): string[] {
  const { lines, exposure, currency, untested } = test
  const money = (cents: bigint): string => formatCash(cashOf(cents), currency ?? '')
  const compared = (which: ValueTest['decisive']): string[] => {
    const comparison: Comparison | null = test[which]
    if (comparison === null) return []
    const { out, in: come, shortBy } = comparison
    const what = which === test.decisive ? `${COMPARED[which]} (${decisiveText(test)})` : COMPARED[which]
    const result = shortBy > 0n ? `${money(shortBy)} too little` : 'enough'
    return [`${shortBy > 0n ? '! ' : ''}${what}: ${money(come)} in, ${money(out)} out: ${result}.`]
  }
  return [
    ...lines.flatMap((line) => lineText(line, money)),
    ...compared('market'),
    ...compared('coverage'),
    ...(exposure === null ? [] : [coverText(exposure, money)]),
    ...(untested === null
      ? []
      : [
          `! The value was not tested: ${UNTESTED[untested.code].replace('{assets}', untested.assets.join(', '))}.`,
        ]),
  ]
}

function lineText(
  {
    way,
    quantity,
    asset,
    price: used,
    haircut: cut,
    agreedHaircut: agreed,
    value: worth,
    adjusted,
  }: TestLine,
  money: (cents: bigint) => string,
): string[] {
  const name = instrumentText(asset.identifier ?? '', asset.label)
  const byHand =
    cut === agreed
      ? []
      : [
          `! The haircut of ${name} is ${cut}%, entered by hand instead of the agreed ${agreed}%. It becomes part of the terms.`,
        ]
  if (used === null || worth === null || adjusted === null) return byHand
  const what = `${formatQuantity(quantity, asset.decimals)} ${name}`
  const accrued = used.accrued === '0' ? '' : ` plus ${used.accrued}`
  const after = cut === '0' ? '' : `; ${money(adjusted)} after a haircut of ${cut}%`
  return [
    `${way === 'in' ? 'In' : 'Out'}: ${what} at ${used.clean}%${accrued} (${used.date}, ${readableName(used.source)}), ${money(worth)}${after}.`,
    ...byHand,
  ]
}

function coverText(
  { before, after }: { before: bigint; after: bigint },
  money: (cents: bigint) => string,
): string {
  const cover = (uncovered: bigint): string =>
    uncovered > 0n ? `${money(uncovered)} uncovered` : `covered with ${money(-uncovered)} to spare`
  return `The deal is ${cover(before)} before it, and ${cover(after)} after it.`
}
