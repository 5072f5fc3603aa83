// What an act's sentences call the addresses and ids in its bytes.
import { formatQuantity, shownIdentifier } from '@connex/protocol'
import type { Address, InstrumentId, RegistryId } from '@connex/protocol'
import type { NamedCall } from '@connex/sdk/preparing'
import { listInstruments, listRegistryInstruments } from '../../storage/queries/instruments.ts'
import { listDapps } from '../../storage/queries/platform.ts'
import { findRequestedIdentifiers } from '../../storage/queries/registries.ts'
import { findTenantNames } from '../../storage/queries/tenants.ts'
import { namesOfUsers } from '../../storage/queries/users.ts'
import type { Caller } from './ownClient.ts'

export type ActNames = {
  own: Address
  /** A tenant, a user of the caller's tenant or a dApp by its name; others by their address. */
  of: (address: unknown) => string
  /** `DE000CNX0017` */
  instrument: (instrumentId: unknown) => string
  /** By its instrument. */
  registry: (registryId: unknown) => string
  /** `1.00 DE000CNX0017` */
  quantity: (quantity: unknown, registryId: unknown) => string
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const WORD = /^0x[0-9a-fA-F]{64}$/

export async function actNamesOf(
  { context: { database }, viewer }: Caller,
  calls: readonly NamedCall[],
): Promise<ActNames> {
  const db = database.kysely
  const texts = [...calls.map(({ to }) => to), ...calls.flatMap(({ args }) => textsIn(args))]
  const lower = [...new Set(texts.map((text) => text.toLowerCase()))]
  const addresses = lower.filter((text): text is Address => ADDRESS.test(text))
  const ids = lower.filter((text) => WORD.test(text))
  const [tenants, users, dapps, requested, registries, instruments] = await Promise.all([
    findTenantNames(db, addresses),
    namesOfUsers(db, viewer.tenant, addresses),
    listDapps(db, {}, {}),
    findRequestedIdentifiers(db, ids as RegistryId[]),
    ids.length === 0
      ? []
      : listRegistryInstruments(db, viewer.tenant, { registryIds: ids as RegistryId[] }, {}).then(itemsOf),
    ids.length === 0
      ? []
      : listInstruments(db, viewer.tenant, { instrumentIds: ids as InstrumentId[] }, {}).then(itemsOf),
  ])
  const dappNames = new Map(dapps.items.map(({ address, shortName }) => [address, shortName]))
  const registryOf = (id: unknown) =>
    registries.find(({ registryId }) => registryId === String(id).toLowerCase())
  return {
    own: viewer.tenant,
    of: (given) => {
      const address = String(given).toLowerCase() as Address
      return tenants.get(address) ?? users.get(address) ?? dappNames.get(address) ?? address
    },
    instrument: (id) => {
      const found = instruments.find(({ instrumentId }) => instrumentId === String(id).toLowerCase())
      return found === undefined ? `the instrument ${String(id)}` : shownIdentifier(found.identifier)
    },
    registry: (id) => {
      const key = String(id).toLowerCase() as RegistryId
      const identifier = registryOf(id)?.identifier ?? requested.get(key)
      return identifier === undefined ? `the registry ${key}` : shownIdentifier(identifier)
    },
    quantity: (quantity, id) => {
      const found = registryOf(id)
      return found === undefined
        ? `${String(quantity)} smallest units of an unknown instrument`
        : `${formatQuantity(String(quantity), found.decimals)} ${shownIdentifier(found.identifier)}`
    },
  }
}

const itemsOf = <Item>({ items }: { items: Item[] }): Item[] => items

/** Every text in the arguments of a call. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
