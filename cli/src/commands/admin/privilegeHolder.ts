import { privileges } from '@connex/contracts'
import { Address } from '@connex/protocol'
import type { Dapp, PrivilegeName } from '@connex/protocol'
import { everyPage, listDapps, listUsers } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import type { Context } from '../../command/Command.ts'
import { choice, list, required, text } from '../../command/Option.ts'
import type { Session } from '../../connection/connect.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import {
  dappPrivileges,
  isUserPrivilege,
  ROLES,
  tenantPrivileges,
  USER_PRIVILEGES,
} from '../../directory/roles.ts'
import type { Role } from '../../directory/roles.ts'

const names = Object.keys(privileges) as PrivilegeName[]

export const privilegeOption = {
  ...list(choice(names, 'a privilege, such as delivery.BACKOFFICE')),
  placeholder: 'PRIVILEGE',
}

export const holderArgument = {
  holder: required(text('WHO', "a user's name or wallet; with --dapp a tenant's name or address")),
}

export const roleOption = choice(ROLES, "all privileges of a role, such as an investor's")

export const holderOptions = {
  privilege: privilegeOption,
  as: roleOption,
  dapp: text('DAPP', "the dApp's name or address, for a tenant's privileges on it"),
}

type Wanted = { readonly privilege: readonly PrivilegeName[]; readonly as: Role | undefined }

/** Refuses a command that names neither a privilege nor a role, before it connects. */
export function requirePrivileges({ privilege, as }: Wanted): void {
  if (privilege.length === 0 && as === undefined)
    throw CliError.of('usage', `--privilege is missing: ${privilegeOption.help}, or all of a role with --as.`)
}

/** The named privileges and those of the role, for a user or for a tenant on a dApp. */
export function privilegesFor({ privilege, as }: Wanted, dapp?: HolderDapp): PrivilegeName[] {
  if (as === undefined) return [...privilege]
  const ofRole = dapp === undefined ? USER_PRIVILEGES[as] : tenantPrivileges(as, dapp.type)
  if (dapp !== undefined && ofRole.length === 0) throw CliError.of('roleUnneeded', as, dapp.shortName)
  return [...new Set([...ofRole, ...privilege])]
}

/** Refuses a grant without effect: what the dApp never requires, or what only tenants hold, and on dApps. */
export function requireEffect(names: readonly PrivilegeName[], dapp: HolderDapp | undefined): void {
  if (dapp === undefined) {
    const unheld = names.filter((name) => !isUserPrivilege(name))
    if (unheld.length > 0) throw CliError.of('privilegeOfTenants', unheld.join(', '))
    return
  }
  const required = dappPrivileges(dapp.type)
  const unrequired = names.filter((name) => !required.includes(name))
  if (unrequired.length > 0)
    throw CliError.of(
      'privilegeUnneeded',
      dapp.shortName,
      unrequired.join(', '),
      required.join(', ') || 'none',
    )
}

type HolderDapp = Pick<Dapp, 'address' | 'shortName' | 'type'>

export type Holder =
  | { kind: 'user'; name: string; userAddr: Address; dapp: undefined }
  | { kind: 'tenant'; name: string; tenantAddr: Address; dapp: HolderDapp }

type HolderQuery = Pick<Context, 'signal'> & {
  positionals: { holder: string }
  options: { dapp: string | undefined }
}

/** Who gains or loses privileges: a user of the user's tenant, or a tenant on a dApp. */
export async function findHolder(
  session: Session,
  { positionals, options, signal }: HolderQuery,
): Promise<Holder> {
  if (options.dapp === undefined) {
    const user = await findUser(session, positionals.holder, { signal })
    return { kind: 'user', ...user, dapp: undefined }
  }
  const [dapp, directory] = await Promise.all([
    findDapp(session, options.dapp, { signal }),
    loadDirectory(session, { signal }),
  ])
  const tenantAddr = findTenant(directory, positionals.holder)
  return { kind: 'tenant', name: directory.nameOf(tenantAddr), tenantAddr, dapp }
}

export async function findDapp({ client }: Session, name: string, { signal }: Pick<Context, 'signal'>) {
  const dapps = await everyPage((page) => listDapps(client, page, { signal }))
  const found = dapps.find(({ address, shortName }) => [address, shortName].some((one) => one === name))
  if (found !== undefined) return found
  const shortNames = dapps.map(({ shortName }) => shortName).join(', ')
  throw CliError.of('unknownName', 'dApp', name, `There are: ${shortNames}.`)
}

/** A user of the user's tenant by name, id or wallet. The server may not know the wallet yet. */
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
