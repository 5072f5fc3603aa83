import {
  type AccountNumber,
  formatQuantity,
  parseQuantity,
  type QuantityFault,
  type RegistryInstrument,
} from '@connex/protocol'
import type { Custodian, OwnAsset } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { suggest } from '../command/suggest.ts'
import { shownIdentifier } from '../terminal/shownIdentifier.ts'
import type { Book, Books } from './openBooks.ts'

export type AskedAsset = {
  readonly custodian: Custodian
  /** Identifier, label or id. */
  readonly instrument: string
  readonly account: AccountNumber
  /** As a person writes it: '1,000.50'. */
  readonly quantity: string
  /** What leaves the account has to be free in it. */
  readonly leaves: boolean
}

export type KnownAsset = { readonly asset: OwnAsset; readonly text: string }

/** What a person wrote, found at the custodian and checked against what is there. */
export async function readAsset(books: Books, asked: AskedAsset): Promise<KnownAsset> {
  const { account, custodian, leaves } = asked
  const { registryManagerAddr, registrarAddr } = custodian
  const book = await books(custodian)
  const { registryId, decimals, identifier, label } = findInstrument(book, asked.instrument)
  const { units, fault } = parseQuantity(asked.quantity, decimals)
  if (units === undefined) throw CliError.of('quantityWrong', asked.quantity, faultTexts[fault](decimals))
  if (!book.accounts.includes(account))
    throw CliError.of('accountUnknown', account, custodian.label, book.accounts.join(', ') || 'none')
  if (leaves) {
    const available = book.availableOf(registryId, account)
    if (units > available)
      throw CliError.of('quantityTooLarge', formatQuantity(available < 0n ? 0n : available, decimals))
    book.take(registryId, account, units)
  }
  return {
    asset: { registryManagerAddr, registrarAddr, registryId, account, quantity: units },
    text: `${formatQuantity(units, decimals)} of ${label ?? shownIdentifier(identifier)}`,
  }
}

const faultTexts: Record<QuantityFault, (decimals: number) => string> = {
  missing: () => 'is missing',
  malformed: () => 'is written like 1,000.50',
  tooPrecise: (decimals) => `has at most ${decimals} decimals`,
  notPositive: () => 'is greater than 0',
}

function findInstrument({ instruments, custodian }: Book, text: string): RegistryInstrument {
  const found = instruments.filter(({ identifier, label, instrumentId }) =>
    [identifier, label, instrumentId].some((name) => name?.toLowerCase() === text.toLowerCase()),
  )
  // The newest revision is the one that is dealt in.
  const newest = found.sort((left, right) => right.revision - left.revision)[0]
  if (newest !== undefined) return newest
  const near = suggest(
    text,
    instruments.map(({ identifier }) => identifier),
  )
  const help = near === undefined ? '' : ` Did you mean '${near}'?`
  throw CliError.of('instrumentUnknown', custodian.label, text, help)
}
