import { registrationAbi } from '@connex/contracts'
import { Bytes32, REGISTRY_KINDS, registryKind } from '@connex/protocol'
import type {
  Address,
  CustodyChain,
  Instrument,
  RegistryId,
  RegistryInstrument,
  RegistryKind,
} from '@connex/protocol'
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
import { HEX_ID, choice, required, scalar, text } from '../command/Option.ts'
import type { Session } from '../connection/connect.ts'

export const kindOption = choice(REGISTRY_KINDS, 'the kind of registry, if there are several')

export type RegistryManager = { readonly address: Address; readonly kind: RegistryKind }

/** The platform's registry managers; their names tell their kinds. */
export async function listRegistryManagers(
  { client }: Session,
  { signal }: Pick<Context, 'signal'>,
): Promise<RegistryManager[]> {
  const dapps = await everyPage((page) => listDapps(client, { ...page, dappTypes: ['registry'] }, { signal }))
  return dapps.flatMap((dapp) => {
    const kind = registryKind(dapp)
    return kind === undefined ? [] : [{ address: dapp.address, kind }]
  })
}

/** The manager of a kind, by default of accounts. */
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
  registry: required(text('REGISTRY', "the registry's id, or its instrument's ISIN or label")),
}

/** A registry that the user's tenant keeps, by id or by its instrument's identifier or label. */
export async function findRegistry(
  session: Session,
  name: string,
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
    .filter((one) => [one.registryId, one.identifier, one.label].includes(name))
    .map((one) => ({ ...one, kind: kinds.get(one.registryManagerAddr) ?? 'accounts' }))
    .filter((one) => kind === undefined || one.kind === kind)
  const [first, second] = found
  if (first === undefined)
    throw CliError.of('unknownName', 'registry', name, 'connex desk registries lists yours.')
  if (second !== undefined)
    throw CliError.of('ambiguous', name, found.map((one) => `--in ${one.kind}`).join(', '))
  return first
}

export const instrumentArgument = {
  instrument: required(text('INSTRUMENT', 'the instrument: its identifier (such as an ISIN), label or id')),
}

/** An instrument on the ledger, by identifier, label or id. */
export async function findInstrument(
  { client }: Session,
  name: string,
  { signal }: Pick<Context, 'signal'>,
): Promise<Instrument> {
  const all = await everyPage((page) => listInstruments(client, page, { signal }))
  const found = all.filter(
    ({ instrumentState, ...one }) =>
      instrumentState !== 'DRAFT' && [one.instrumentId, one.identifier, one.label].includes(name),
  )
  const [first, second] = found
  if (first === undefined)
    throw CliError.of('unknownName', 'instrument', name, 'Identifiers and labels must match exactly.')
  if (second !== undefined)
    throw CliError.of('ambiguous', name, found.map(({ instrumentId }) => instrumentId).join(', '))
  return first
}

export const chainArgument = {
  chain: required(scalar(Bytes32, 'CHAIN', "the custody chain's id", HEX_ID)),
}

type CustodyChainInstrument = CustodyChain & { identifier: string; decimals: number }

/** A custody chain and its instrument. */
export async function findCustodyChain(
  { client }: Session,
  custodyChainId: Bytes32,
  { signal }: Pick<Context, 'signal'>,
): Promise<CustodyChainInstrument> {
  const { items } = await call(client, 'custodyChains', { query: { custodyChainId }, signal })
  const [chain] = items
  if (chain === undefined)
    throw CliError.of(
      'unknownName',
      'custody chain',
      custodyChainId,
      'connex agent create-chain creates one.',
    )
  const { registryManagerAddr, registryId } = chain
  const registries = await listRegistryInstruments(
    client,
    { registryManagerAddr, registryIds: [registryId] },
    { signal },
  )
  const [registry] = registries.items
  return { ...chain, identifier: registry?.identifier ?? registryId, decimals: registry?.decimals ?? 0 }
}

/** In the ledger's order: NONE, REQUESTED, … */
const REQUESTED = 1

type RequestQuery = {
  readonly instrument: Instrument
  readonly registrarAddr: Address
  readonly managers: readonly RegistryManager[]
  readonly kind: RegistryKind | undefined
}

/** The registrar's open request to keep an instrument, in any registry manager. */
export async function findRequest(
  { client }: Session,
  { instrument, registrarAddr, managers, kind }: RequestQuery,
  { signal }: Pick<Context, 'signal'>,
): Promise<{ registryManagerAddr: Address; registryId: RegistryId }> {
  const { instrumentId, instrumentManagerAddr, identifier } = instrument
  const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
  const candidates = managers.filter((manager) => kind === undefined || manager.kind === kind)
  const args = [registryId as `0x${string}`] as const
  const states = await Promise.all(
    candidates.map(({ address }) =>
      readContract(client, registrationAbi, address, 'registrationRequests', args, { signal }),
    ),
  )
  const open = candidates.filter((_, index) => states[index]?.state === REQUESTED)
  const [first, second] = open
  if (first === undefined)
    throw CliError.of(
      'unknownName',
      'open request for',
      identifier,
      'The registrar must request the registration first.',
    )
  if (second !== undefined)
    throw CliError.of('ambiguous', identifier, open.map((manager) => `--in ${manager.kind}`).join(', '))
  return { registryManagerAddr: first.address, registryId }
}
