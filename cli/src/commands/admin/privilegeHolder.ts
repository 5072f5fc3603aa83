import { privileges } from '@connex/contracts'
import { Address } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { everyPage, listDapps, listUsers } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import type { Context } from '../../command/Command.ts'
import { choice, list, required, text } from '../../command/Option.ts'
import type { Option } from '../../command/Option.ts'
import type { Session } from '../../connection/connect.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'

const names = Object.keys(privileges) as PrivilegeName[]

export const privilegeOption = {
  ...list(choice(names, 'a privilege, such as delivery.BACKOFFICE')),
  placeholder: 'PRIVILEGE',
}

export const holderArgument = {
  holder: required(text('WHO', "a user's name or wallet; with --dapp a tenant's name or address")),
}

const requiredPrivileges: Option<readonly PrivilegeName[]> = {
  ...privilegeOption,
  isRequired: true,
  read(texts, name) {
    const names = privilegeOption.read(texts, name)
    if (names.length === 0) throw CliError.of('usage', `${name} is missing: ${privilegeOption.help}.`)
    return names
  },
}

export const holderOptions = {
  privilege: requiredPrivileges,
  dapp: text('DAPP', "the dApp's name or address, for a tenant's privileges on it"),
}

export type Holder =
  | { kind: 'user'; name: string; userAddr: Address; where: string }
  | { kind: 'tenant'; name: string; target: { dappAddr: Address; tenantAddr: Address }; where: string }

type HolderQuery = Pick<Context, 'signal'> & {
  positionals: { holder: string }
  options: { dapp: string | undefined }
}

/** Who gains or loses privileges: a user of the own tenant, or a tenant on a dApp. */
export async function findHolder(
  session: Session,
  { positionals, options, signal }: HolderQuery,
): Promise<Holder> {
  if (options.dapp === undefined) {
    const user = await findUser(session, positionals.holder, { signal })
    return { kind: 'user', ...user, where: '' }
  }
  const [dapp, directory] = await Promise.all([
    findDapp(session, options.dapp, { signal }),
    loadDirectory(session, { signal }),
  ])
  const tenantAddr = findTenant(directory, positionals.holder)
  const target = { dappAddr: dapp.address, tenantAddr }
  return { kind: 'tenant', name: directory.nameOf(tenantAddr), target, where: `, on ${dapp.shortName}` }
}

export async function findDapp({ client }: Session, name: string, { signal }: Pick<Context, 'signal'>) {
  const dapps = await everyPage((page) => listDapps(client, page, { signal }))
  const found = dapps.find(({ address, shortName }) => [address, shortName].some((one) => one === name))
  if (found !== undefined) return found
  const shortNames = dapps.map(({ shortName }) => shortName).join(', ')
  throw CliError.of('unknownName', 'dApp', name, `There are: ${shortNames}.`)
}

/** A user of the own tenant by name, id or wallet. The server may not know the wallet yet. */
export async function findUser({ client }: Session, name: string, { signal }: Pick<Context, 'signal'>) {
  const users = await everyPage((page) => listUsers(client, page, { signal }))
  const found = users.find((user) =>
    [user.name, user.userId, user.userAddr].some((one) => one.toLowerCase() === name.toLowerCase()),
  )
  if (found !== undefined) return { name: found.name, userAddr: found.userAddr }
  const wallet = Address.safeParse(name)
  if (wallet.success) return { name: name, userAddr: wallet.data }
  throw CliError.of('unknownName', 'user', name, 'connex admin users lists them.')
}
