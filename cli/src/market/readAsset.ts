import {
  type AccountNumber,
  formatQuantity,
  parseQuantity,
  type QuantityFault,
  type RegistryInstrument,
} from '@connex/protocol'
import {
  type Custodian,
  everyPage,
  listAccounts,
  listPositions,
  listRegistryInstruments,
  type OwnAsset,
} from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { suggest } from '../command/suggest.ts'
import type { Session } from '../connection/connect.ts'
import { shownIdentifier } from '../terminal/shownIdentifier.ts'

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

/** What was written on the command line, found at the custodian and checked against what is there. */
export async function readAsset(
  session: Session,
  asked: AskedAsset,
  signal: AbortSignal,
): Promise<KnownAsset> {
  const { registryManagerAddr, registrarAddr } = asked.custodian
  const { registryId, decimals, identifier, label } = await findInstrument(session, asked, signal)
  const { units, fault } = parseQuantity(asked.quantity, decimals)
  if (units === undefined) throw CliError.of('quantityWrong', asked.quantity, faultTexts[fault](decimals))
  await checkAccount(session, asked, signal)
  const asset = { registryManagerAddr, registrarAddr, registryId, account: asked.account, quantity: units }
  if (asked.leaves) await checkAvailable(session, asset, decimals, signal)
  return { asset, text: `${formatQuantity(units, decimals)} of ${label ?? shownIdentifier(identifier)}` }
}

const faultTexts: Record<QuantityFault, (decimals: number) => string> = {
  missing: () => 'is missing',
  malformed: () => 'is written like 1,000.50',
  tooPrecise: (decimals) => `has at most ${decimals} decimals`,
  notPositive: () => 'is greater than 0',
}

async function findInstrument(
  { client }: Session,
  { custodian, instrument }: AskedAsset,
  signal: AbortSignal,
): Promise<RegistryInstrument> {
  const { registryManagerAddr, registrarAddr, label } = custodian
  const kept = await everyPage((page) =>
    listRegistryInstruments(client, { ...page, registryManagerAddr, registrarAddr }, { signal }),
  )
  const found = kept.filter((one) =>
    [one.identifier, one.label, one.instrumentId].some(
      (name) => name?.toLowerCase() === instrument.toLowerCase(),
    ),
  )
  // The newest revision is the one that is dealt in.
  const newest = found.sort((left, right) => right.revision - left.revision)[0]
  if (newest !== undefined) return newest
  const near = suggest(
    instrument,
    kept.map(({ identifier }) => identifier),
  )
  throw CliError.of(
    'instrumentUnknown',
    label,
    instrument,
    near === undefined ? '' : ` Did you mean '${near}'?`,
  )
}

async function checkAccount({ client }: Session, { custodian, account }: AskedAsset, signal: AbortSignal) {
  const { registryManagerAddr, registrarAddr, label } = custodian
  const own = await everyPage((page) =>
    listAccounts(client, { ...page, registryManagerAddr, registrarAddr }, { signal }),
  )
  const numbers = own.map(({ accountNum }) => accountNum)
  if (!numbers.includes(account))
    throw CliError.of('accountUnknown', account, label, numbers.join(', ') || 'none')
}

async function checkAvailable(
  { client, me }: Session,
  { registryManagerAddr, registrarAddr, registryId, account, quantity }: OwnAsset,
  decimals: number,
  signal: AbortSignal,
): Promise<void> {
  const query = { registryManagerAddr, registrarAddr, registryId, account, owner: me.tenant.address }
  const { items } = await listPositions(client, query, { signal })
  const available = items.reduce((sum, item) => sum + BigInt(item.available), 0n)
  if (quantity > available) throw CliError.of('quantityTooLarge', formatQuantity(available, decimals))
}
