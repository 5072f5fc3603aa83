import { formatQuantity, parseQuantity } from '@connex/protocol'
import type { AccountNumber, QuantityFault, RegistryId, RegistryInstrument } from '@connex/protocol'
import { everyPage, listAccounts, listPositions, listRegistryInstruments } from '@connex/sdk'
import type { Custodian, OwnAsset } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Session } from '../connection/connect.ts'
import { shownIdentifier, suggest } from '../terminal/text.ts'

/** What there is with one custodian. */
export type CustodianInventory = {
  readonly custodian: Custodian
  readonly instruments: readonly RegistryInstrument[]
  readonly accounts: readonly AccountNumber[]
  /** What of an instrument is free in an account and was not spoken for in this inventory yet. */
  readonly availableOf: (registryId: RegistryId, account: AccountNumber) => bigint
  /** Speaks for a quantity, so that what several transfers take together is seen. */
  readonly take: (registryId: RegistryId, account: AccountNumber, quantity: bigint) => void
}

export type InventoryLoader = (custodian: Custodian) => Promise<CustodianInventory>

/** The inventoryOf of custodians, each read once. */
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
    take: (registryId, account, quantity) => void add(keyOf(registryId, account), -quantity),
  }
}

export type AssetRequest = {
  readonly custodian: Custodian
  /** Identifier, label or id. */
  readonly instrument: string
  readonly account: AccountNumber
  /** As a person writes it: '1,000.50'. */
  readonly quantity: string
  /** What leaves the account has to be free in it. */
  readonly isOutgoing: boolean
}

export type ResolvedAsset = { readonly asset: OwnAsset; readonly text: string }

/** What a person wrote, found at the custodian and checked against what is there. */
export async function resolveAsset(
  inventoryOf: InventoryLoader,
  asked: AssetRequest,
): Promise<ResolvedAsset> {
  const { account, custodian, isOutgoing } = asked
  const { registryManagerAddr, registrarAddr } = custodian
  const inventory = await inventoryOf(custodian)
  const { registryId, decimals, identifier, label } = findInstrument(inventory, asked.instrument)
  const { units, fault } = parseQuantity(asked.quantity, decimals)
  if (units === undefined) throw CliError.of('quantityWrong', asked.quantity, faultTexts[fault](decimals))
  if (!inventory.accounts.includes(account))
    throw CliError.of('accountUnknown', account, custodian.label, inventory.accounts.join(', ') || 'none')
  if (isOutgoing) {
    const available = inventory.availableOf(registryId, account)
    if (units > available)
      throw CliError.of('quantityTooLarge', formatQuantity(available < 0n ? 0n : available, decimals))
    inventory.take(registryId, account, units)
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

function findInstrument({ instruments, custodian }: CustodianInventory, text: string): RegistryInstrument {
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
