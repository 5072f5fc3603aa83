import { formatQuantity, parseQuantity, shownIdentifier } from '@connex/protocol'
import type { AccountNumber, QuantityFault, RegistryId, RegistryInstrument } from '@connex/protocol'
import { everyPage, listAccounts, listPositions, listRegistryInstruments } from '@connex/sdk'
import type { Custodian, OwnAsset } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Session } from '../connection/connect.ts'
import { suggest } from '../terminal/text.ts'

/** An investor's instruments, accounts and available quantities with one custodian. */
export type CustodianInventory = {
  readonly custodian: Custodian
  readonly instruments: readonly RegistryInstrument[]
  readonly accounts: readonly AccountNumber[]
  /** The quantity available in an account, less what `reserve` has taken. */
  readonly availableOf: (registryId: RegistryId, account: AccountNumber) => bigint
  /** Takes a quantity, so that several transfers of one command count together. */
  readonly reserve: (registryId: RegistryId, account: AccountNumber, quantity: bigint) => void
}

export type InventoryLoader = (custodian: Custodian) => Promise<CustodianInventory>

/** Loads the inventory of each custodian once. */
export function createInventoryLoader(session: Session, signal: AbortSignal): InventoryLoader {
  const open = new Map<string, Promise<CustodianInventory>>()
  return (custodian) => {
    const inventory = open.get(custodian.key) ?? loadInventory(session, custodian, signal)
    open.set(custodian.key, inventory)
    return inventory
  }
}

async function loadInventory(
  { client, me }: Session,
  custodian: Custodian,
  signal: AbortSignal,
): Promise<CustodianInventory> {
  const { registryManagerAddr, registrarAddr } = custodian
  const at = { registryManagerAddr, registrarAddr }
  const [instruments, accounts, positions] = await Promise.all([
    everyPage((page) => listRegistryInstruments(client, { ...page, ...at }, { signal })),
    everyPage((page) => listAccounts(client, { ...page, ...at }, { signal })),
    everyPage((page) => listPositions(client, { ...page, ...at, owner: me.tenant.address }, { signal })),
  ])
  const keyOf = (registryId: RegistryId, account: AccountNumber): string => `${registryId}@${account}`
  const available = new Map<string, bigint>()
  const add = (key: string, quantity: bigint): unknown =>
    available.set(key, (available.get(key) ?? 0n) + quantity)
  for (const position of positions)
    add(keyOf(position.registryId, position.account), BigInt(position.available))
  return {
    custodian,
    instruments,
    accounts: accounts.map(({ accountNum }) => accountNum),
    availableOf: (registryId, account) => available.get(keyOf(registryId, account)) ?? 0n,
    reserve: (registryId, account, quantity) => void add(keyOf(registryId, account), -quantity),
  }
}

export type AssetRequest = {
  readonly custodian: Custodian
  /** Identifier, label or id. */
  readonly instrument: string
  readonly account: AccountNumber
  /** As typed: '1,000.50'. */
  readonly quantity: string
  /** It leaves the account, so it must be available there. */
  readonly isOutgoing: boolean
}

export type ResolvedAsset = { readonly asset: OwnAsset; readonly text: string }

/** Finds a typed asset at the custodian, and checks its account and quantity. */
export async function resolveAsset(
  inventoryOf: InventoryLoader,
  request: AssetRequest,
): Promise<ResolvedAsset> {
  const { resolved, faults } = checkAsset(await inventoryOf(request.custodian), request)
  if (resolved !== undefined) return resolved
  throw faults[0]?.error ?? new TypeError('an asset without a fault is resolved')
}

export type AssetPart = 'instrument' | 'account' | 'quantity'
export type AssetFault = { readonly part: AssetPart; readonly error: CliError }

/** Undefined: this part is missing or wrong itself. */
type TypedAsset = {
  readonly [Part in keyof Omit<AssetRequest, 'custodian' | 'isOutgoing'>]: AssetRequest[Part] | undefined
} & Pick<AssetRequest, 'isOutgoing'>

/** Everything that is wrong with a typed asset, as far as its parts and the custodian are known. */
export function checkAsset(
  inventory: CustodianInventory | undefined,
  { instrument, account, quantity, isOutgoing }: TypedAsset,
): { resolved: ResolvedAsset | undefined; faults: AssetFault[] } {
  const faults: AssetFault[] = []
  const attempt = <Value>(part: AssetPart, read: () => Value): Value | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      faults.push({ part, error })
      return undefined
    }
  }
  const registry =
    inventory && instrument && attempt('instrument', () => findInstrument(inventory, instrument))
  const decimals = registry ? registry.decimals : MOST_DECIMALS
  const units = quantity === undefined ? undefined : attempt('quantity', () => readUnits(quantity, decimals))
  if (inventory && account !== undefined) attempt('account', () => checkAccount(inventory, account))
  if (!inventory || !registry || account === undefined || units === undefined || faults.length > 0)
    return { resolved: undefined, faults }
  const asset = { inventory, registry, account, units }
  const text = isOutgoing ? attempt('quantity', () => reserve(asset)) : textOf(asset)
  return { resolved: text === undefined ? undefined : { asset: ownAssetOf(asset), text }, faults }
}

/** Until the instrument is known, a quantity may have as many decimals as any instrument. */
const MOST_DECIMALS = 18

function readUnits(quantity: string, decimals: number): bigint {
  const { units, fault } = parseQuantity(quantity, decimals)
  if (units === undefined) throw CliError.of('quantityWrong', quantity, faultTexts[fault](decimals))
  return units
}

function checkAccount({ accounts, custodian }: CustodianInventory, account: AccountNumber): void {
  if (!accounts.includes(account))
    throw CliError.of('accountUnknown', account, custodian.label, accounts.join(', ') || 'none')
}

type FoundAsset = {
  readonly inventory: CustodianInventory
  readonly registry: RegistryInstrument
  readonly account: AccountNumber
  readonly units: bigint
}

/** Takes the quantity out of what is available, and describes it. */
function reserve(asset: FoundAsset): string {
  const { inventory, registry, account, units } = asset
  const available = inventory.availableOf(registry.registryId, account)
  if (units > available)
    throw CliError.of('quantityTooLarge', formatQuantity(available < 0n ? 0n : available, registry.decimals))
  inventory.reserve(registry.registryId, account, units)
  return textOf(asset)
}

const textOf = ({ registry: { label, identifier, decimals }, units }: FoundAsset): string =>
  `${formatQuantity(units, decimals)} of ${label ?? shownIdentifier(identifier)}`

function ownAssetOf({ inventory, registry, account, units }: FoundAsset): OwnAsset {
  const { registryManagerAddr, registrarAddr } = inventory.custodian
  return { registryManagerAddr, registrarAddr, registryId: registry.registryId, account, quantity: units }
}

const faultTexts: Record<QuantityFault, (decimals: number) => string> = {
  missing: () => 'is missing',
  malformed: () => 'must be a number such as 1,000.50',
  tooPrecise: (decimals) => `must have at most ${decimals} decimals`,
  notPositive: () => 'must be greater than 0',
}

function findInstrument({ instruments, custodian }: CustodianInventory, text: string): RegistryInstrument {
  const found = instruments.filter(({ identifier, label, instrumentId }) =>
    [identifier, label, instrumentId].some((name) => name?.toLowerCase() === text.toLowerCase()),
  )
  // Transfers move the newest revision.
  const newest = found.sort((left, right) => right.revision - left.revision)[0]
  if (newest !== undefined) return newest
  const near = suggest(
    text,
    instruments.map(({ identifier }) => identifier),
  )
  const help = near === undefined ? '' : ` Did you mean '${near}'?`
  throw CliError.of('instrumentUnknown', custodian.label, text, help)
}
