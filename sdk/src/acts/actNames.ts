// What an act's sentences call the addresses and ids in its bytes.
import { registrationAbi } from '@connex/contracts'
import { Address, formatQuantity, shownIdentifier } from '@connex/protocol'
import type { Instrument, InstrumentId, RegistryId, RegistryInstrument } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ApiError } from '../errors.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { listInstruments } from '../instruments/queries.ts'
import { readContract } from '../ledger/readContract.ts'
import { hex, registryIdOf } from '../ledger/scalars.ts'
import { listDapps, listTenants, listUsers } from '../platform/queries.ts'
import { listRegistryInstruments } from '../registries/queries.ts'
import { currentMe } from '../session/session.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'

export type ActNames = {
  /** A tenant or a dApp by its name, a user of the caller's tenant by name and wallet; others by their address. */
  of: (address: unknown) => string
  /** `DE000CNX0017` */
  instrument: (instrumentId: unknown) => string
  /** By its instrument. */
  registry: (registryId: unknown) => string
  /** `1.00 DE000CNX0017` */
  quantity: (quantity: unknown, registryId: unknown) => string
}

/** `const names = await loadActNames(client, namedCalls(transaction))` */
export async function loadActNames(
  client: Client,
  calls: readonly NamedCall[],
  control: CallControl = {},
): Promise<ActNames> {
  const registryIds = idsIn<RegistryId>(calls, 'registryId')
  const instrumentIds = idsIn<InstrumentId>(calls, 'instrumentId')
  const [names, registries, instruments] = await Promise.all([
    loadNames(client, control),
    registryIds.length === 0
      ? []
      : readable(everyPage((page) => listRegistryInstruments(client, { ...page, registryIds }, control))),
    instrumentIds.length === 0
      ? []
      : readable(everyPage((page) => listInstruments(client, { ...page, instrumentIds }, control))),
  ])
  const requested = await findRequested(client, calls, registries, control)
  return actNames(names, registries, [...instruments, ...requested.values()], requested)
}

const idsIn = <Id extends string>(calls: readonly NamedCall[], name: string): Id[] => [
  ...new Set(calls.flatMap(({ args }) => (typeof args[name] === 'string' ? [args[name] as Id] : []))),
]

/** What the caller may not read, or its server does not have, is unknown to it. `await readable(everyPage(read))` */
export async function readable<Item>(items: Promise<Item[]>): Promise<Item[]> {
  try {
    return await items
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}

async function loadNames(client: Client, control: CallControl): Promise<ReadonlyMap<string, string>> {
  const { user } = await currentMe(client)
  const isAdmin = user.privileges.some(
    (name) => name === 'user.TENANT_ADMIN' || name === 'user.TENANT_ADMIN_RO',
  )
  const [dapps, users, tenants] = await Promise.all([
    everyPage((page) => listDapps(client, page, control)),
    isAdmin ? everyPage((page) => listUsers(client, page, control)) : [],
    everyPage((page) => listTenants(client, page, control)),
  ])
  return new Map<string, string>([
    ...dapps.map(({ address, shortName }) => [address, shortName] as const),
    // The server alone knows its users' names: what is signed is about the wallet.
    ...users.flatMap(({ userAddr, name }) =>
      name === null ? [] : [[userAddr, `${name} (${userAddr})`] as const],
    ),
    ...tenants.map(({ address, name }) => [address, name] as const),
  ])
}

/** The instruments of registries that are only requested, found by the ids that the contracts would compute. */
async function findRequested(
  client: Client,
  calls: readonly NamedCall[],
  known: readonly RegistryInstrument[],
  control: CallControl,
): Promise<Map<RegistryId, Instrument>> {
  const open = calls.flatMap(({ to, args }) => {
    const registryId = args['registryId'] as RegistryId | undefined
    const isOpen = registryId !== undefined && !known.some((one) => one.registryId === registryId)
    return isOpen ? [{ to, registryId }] : []
  })
  const found = new Map<RegistryId, Instrument>()
  if (open.length === 0) return found
  const instruments = await readable(everyPage((page) => listInstruments(client, page, control)))
  for (const { to, registryId } of open) {
    const args = [hex(registryId)] as const
    const { registrar } = await readContract(
      client,
      registrationAbi,
      to,
      'registrationRequests',
      args,
      control,
    )
    const registrarAddr = Address.parse(registrar)
    const one = instruments.find(
      (instrument) => registryIdOf({ ...instrument, registrarAddr }) === registryId,
    )
    if (one !== undefined) found.set(registryId, one)
  }
  return found
}

function actNames(
  names: ReadonlyMap<string, string>,
  registries: readonly RegistryInstrument[],
  instruments: readonly Instrument[],
  requested: ReadonlyMap<RegistryId, Instrument>,
): ActNames {
  const registryOf = (id: unknown) => registries.find(({ registryId }) => registryId === id)
  return {
    of: (given) => names.get(String(given).toLowerCase()) ?? String(given).toLowerCase(),
    instrument: (id) => {
      const found = instruments.find(({ instrumentId }) => instrumentId === id)
      return found === undefined ? `the instrument ${String(id)}` : shownIdentifier(found.identifier)
    },
    registry: (id) => {
      const found = registryOf(id) ?? requested.get(id as RegistryId)
      return found === undefined ? `the registry ${String(id)}` : shownIdentifier(found.identifier)
    },
    quantity: (quantity, id) => {
      const found = registryOf(id)
      return found === undefined
        ? `${String(quantity)} smallest units of an unknown instrument`
        : `${formatQuantity(String(quantity), found.decimals)} ${shownIdentifier(found.identifier)}`
    },
  }
}
