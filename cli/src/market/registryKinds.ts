import type { Address } from '@connex/protocol'
import { everyPage, listDapps } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { choice } from '../command/optionKinds.ts'
import type { Session } from '../connection/connect.ts'

/** How a registry manager keeps what is held: in accounts, as entries, or over custody chains. */
export const REGISTRY_KINDS = ['accounts', 'entries', 'chains'] as const
export type RegistryKind = (typeof REGISTRY_KINDS)[number]

const NAMES: Record<RegistryKind, RegExp> = { accounts: /^account/i, entries: /^entry/i, chains: /^chain/i }

export const kindOption = choice(REGISTRY_KINDS, 'in which kind of register, where there are several')

export type RegistryManager = { readonly address: Address; readonly kind: RegistryKind }

/** The platform's registry managers with their kinds, by the names under which the operator has registered them. */
export async function readRegistryManagers(
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
export function managerOf(
  managers: readonly RegistryManager[],
  kind: RegistryKind = 'accounts',
): RegistryManager {
  const found = managers.find((manager) => manager.kind === kind)
  if (found === undefined)
    throw CliError.of('unknownName', 'registry manager', kind, 'The platform has none.')
  return found
}
