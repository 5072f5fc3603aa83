import type { RegistryInstrument } from '@connex/protocol'
import { everyPage, listRegistryInstruments } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { required } from '../command/Option.ts'
import { text } from '../command/optionKinds.ts'
import type { Session } from '../connection/connect.ts'
import { readRegistryManagers, type RegistryKind } from './registryKinds.ts'

export type Register = RegistryInstrument & { readonly kind: RegistryKind }

export const registerWord = {
  register: required(text('REGISTER', "the register: its instrument's ISIN or label, or the register's id")),
}

/** A register that the own tenant keeps, by its instrument's identifier or label, or by its own id. */
export async function findRegister(
  session: Session,
  asked: string,
  kind: RegistryKind | undefined,
  context: Pick<Context, 'signal'>,
): Promise<Register> {
  const { client, me } = session
  const { signal } = context
  const registrarAddr = me.tenant.address
  const [managers, all] = await Promise.all([
    readRegistryManagers(session, context),
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
