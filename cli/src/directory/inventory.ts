import { formatQuantity, parseQuantity } from '@connex/protocol'
import type { AccountNumber, QuantityFault, RegistryId, RegistryInstrument } from '@connex/protocol'
import { everyPage, listAccounts, listPositions, listRegistryInstruments } from '@connex/sdk'
import type { Custodian, OwnAsset } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Session } from '../connection/connect.ts'
import { shownIdentifier, suggest } from '../terminal/text.ts'

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
  const { account, custodian, isOutgoing } = request
  const { registryManagerAddr, registrarAddr } = custodian
  const inventory = await inventoryOf(custodian)
  const { registryId, decimals, identifier, label } = findInstrument(inventory, request.instrument)
  const { units, fault } = parseQuantity(request.quantity, decimals)
  if (units === undefined) throw CliError.of('quantityWrong', request.quantity, faultTexts[fault](decimals))
  if (!inventory.accounts.includes(account))
    throw CliError.of('accountUnknown', account, custodian.label, inventory.accounts.join(', ') || 'none')
  if (isOutgoing) {
    const available = inventory.availableOf(registryId, account)
    if (units > available)
      throw CliError.of('quantityTooLarge', formatQuantity(available < 0n ? 0n : available, decimals))
    inventory.reserve(registryId, account, units)
  }
  return {
    asset: { registryManagerAddr, registrarAddr, registryId, account, quantity: units },
    text: `${formatQuantity(units, decimals)} of ${label ?? shownIdentifier(identifier)}`,
  }
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
