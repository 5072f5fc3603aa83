import { registrationAbi } from '@connex/contracts'
import { Bytes32 } from '@connex/protocol'
import type { Address, CustodyChain, Instrument, RegistryId, RegistryInstrument } from '@connex/protocol'
import {
  call,
  everyPage,
  listDapps,
  listInstruments,
  listRegistryInstruments,
  readContract,
  registryIdOf,
} from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { choice, required, scalar, text } from '../command/Option.ts'
import type { Session } from '../connection/connect.ts'

/** How a registry manager keeps what is held: in accounts, as entries, or over custody chains. */
export const REGISTRY_KINDS = ['accounts', 'entries', 'chains'] as const
export type RegistryKind = (typeof REGISTRY_KINDS)[number]

const NAMES: Record<RegistryKind, RegExp> = { accounts: /^account/i, entries: /^entry/i, chains: /^chain/i }

export const kindOption = choice(REGISTRY_KINDS, 'in which kind of register, where there are several')

export type RegistryManager = { readonly address: Address; readonly kind: RegistryKind }

/** The platform's registry managers with their kinds, by the names under which the operator has registered them. */
export async function listRegistryManagers(
  { client }: Session,
  { signal }: Pick<Context, 'signal'>,
): Promise<RegistryManager[]> {
  const dapps = await everyPage((page) => listDapps(client, { ...page, dappTypes: ['registry'] }, { signal }))
  return dapps.flatMap(({ address, shortName }) => {
    const kind = REGISTRY_KINDS.find((one) => NAMES[one].test(shortName))
    return kind === undefined ? [] : [{ address, kind }]
  })
}

/** The manager of a kind; accounts where none is named. */
export function registryManagerOf(
  managers: readonly RegistryManager[],
  kind: RegistryKind = 'accounts',
): RegistryManager {
  const found = managers.find((manager) => manager.kind === kind)
  if (found === undefined)
    throw CliError.of('unknownName', 'registry manager', kind, 'The platform has none.')
  return found
}

export type OwnRegistry = RegistryInstrument & { readonly kind: RegistryKind }

export const registryArgument = {
  register: required(text('REGISTER', "the register: its instrument's ISIN or label, or the register's id")),
}

/** A register that the own tenant keeps, by its instrument's identifier or label, or by its own id. */
export async function findRegistry(
  session: Session,
  asked: string,
  kind: RegistryKind | undefined,
  context: Pick<Context, 'signal'>,
): Promise<OwnRegistry> {
  const { client, me } = session
  const { signal } = context
  const registrarAddr = me.tenant.address
  const [managers, all] = await Promise.all([
    listRegistryManagers(session, context),
    everyPage((page) => listRegistryInstruments(client, { ...page, registrarAddr }, { signal })),
  ])
  const kinds = new Map(managers.map((manager) => [manager.address, manager.kind]))
  const found = all
    .filter((one) => [one.registryId, one.identifier, one.label].some((name) => name === asked))
    .map((one) => ({ ...one, kind: kinds.get(one.registryManagerAddr) ?? 'accounts' }))
    .filter((one) => kind === undefined || one.kind === kind)
  const [first, second] = found
  if (first === undefined)
    throw CliError.of('unknownName', 'register', asked, 'connex desk registers shows those that you keep.')
  if (second !== undefined)
    throw CliError.of('ambiguous', asked, found.map((one) => `--in ${one.kind}`).join(', '))
  return first
}

export const instrumentArgument = {
  instrument: required(text('INSTRUMENT', 'its ISIN or another identifier, its label, or its id')),
}

/** An instrument on the ledger, by identifier, label or id. */
export async function findInstrument(
  { client }: Session,
  asked: string,
  { signal }: Pick<Context, 'signal'>,
): Promise<Instrument> {
  const all = await everyPage((page) => listInstruments(client, page, { signal }))
  const found = all.filter(
    ({ instrumentState, ...one }) =>
      instrumentState !== 'DRAFT' &&
      [one.instrumentId, one.identifier, one.label].some((name) => name === asked),
  )
  const [first, second] = found
  if (first === undefined)
    throw CliError.of('unknownName', 'instrument', asked, 'Identifiers and labels are as they stand.')
  if (second !== undefined)
    throw CliError.of('ambiguous', asked, found.map(({ instrumentId }) => instrumentId).join(', '))
  return first
}

export const chainArgument = {
  chain: required(scalar(Bytes32, 'CHAIN', "the custody chain's id", 'is 0x and 64 digits of hex')),
}

type Found = CustodyChain & { identifier: string; decimals: number }

/** A custody chain, and the instrument that is held over it. */
export async function findCustodyChain(
  { client }: Session,
  custodyChainId: Bytes32,
  { signal }: Pick<Context, 'signal'>,
): Promise<Found> {
  const { items } = await call(client, 'custodyChains', { query: { custodyChainId }, signal })
  const [chain] = items
  if (chain === undefined)
    throw CliError.of('unknownName', 'custody chain', custodyChainId, 'connex agent create-chain makes one.')
  const { registryManagerAddr, registryId } = chain
  const registers = await listRegistryInstruments(
    client,
    { registryManagerAddr, registryIds: [registryId] },
    { signal },
  )
  const [register] = registers.items
  return { ...chain, identifier: register?.identifier ?? registryId, decimals: register?.decimals ?? 0 }
}

/** In the ledger's order: NONE, REQUESTED, … */
const REQUESTED = 1

type Asked = {
  readonly instrument: Instrument
  readonly registrarAddr: Address
  readonly managers: readonly RegistryManager[]
  readonly kind: RegistryKind | undefined
}

/** The registrar's request that waits for an answer, in whichever registry manager it stands. */
export async function findRequest(
  { client }: Session,
  { instrument, registrarAddr, managers, kind }: Asked,
  { signal }: Pick<Context, 'signal'>,
): Promise<{ registryManagerAddr: Address; registryId: RegistryId }> {
  const { instrumentId, instrumentManagerAddr, identifier } = instrument
  const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
  const asked = managers.filter((manager) => kind === undefined || manager.kind === kind)
  const args = [registryId as `0x${string}`] as const
  const states = await Promise.all(
    asked.map(({ address }) =>
      readContract(client, registrationAbi, address, 'registrationRequests', args, { signal }),
    ),
  )
  const open = asked.filter((_, index) => states[index]?.state === REQUESTED)
  const [first, second] = open
  if (first === undefined)
    throw CliError.of('unknownName', 'open request for', identifier, 'The registrar has to ask first.')
  if (second !== undefined)
    throw CliError.of('ambiguous', identifier, open.map((manager) => `--in ${manager.kind}`).join(', '))
  return { registryManagerAddr: first.address, registryId }
}
