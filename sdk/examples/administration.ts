// Users, tenants and their privileges, nominations, and the platform operator's settings.
import {
  acceptInvitation,
  blacklistAccounts,
  changeTenantPrivileges,
  commitNomination,
  confirmInvitation,
  counterpartyOptions,
  createUser,
  everyPage,
  fundPlatform,
  grantPrivileges,
  inviteTenant,
  isPositionHandler,
  listDapps,
  listInvitations,
  listTenants,
  listUsers,
  nominateAdmin,
  readRecoverer,
  registerTenant,
  rejectNomination,
  saltedReason,
  revokeNomination,
  revokePrivileges,
  setFourEyes,
  setRecoverer,
  setRefundLimits,
  selectorsOf,
  shareComment,
  updateTenant,
  updateUser,
  usableCustodians,
  whoami,
} from '@connex/sdk'
import type { Client, ControllerSetup } from '@connex/sdk'
import { deliveryManagerAbi } from '@connex/sdk/contracts'
import { Seconds } from '@connex/sdk/protocol'
import type { Address } from '@connex/sdk/protocol'

export async function users(
  admin: Client,
  colleague: Client,
  userAddr: Address,
  deliveryManagerAddr: Address,
): Promise<void> {
  const user = await createUser(admin, { userAddr, name: 'A. Keller', privileges: ['user.DAPP_USER'] })
  await acceptInvitation(colleague, { token: user.invitationToken })
  await grantPrivileges(admin, { userAddr, privileges: ['registry.SHARED_POSITION_HANDLING'] })
  await revokePrivileges(admin, { userAddr, privileges: ['registry.SHARED_POSITION_HANDLING'] })
  const { items } = await listUsers(admin)
  console.info(items.map((one) => `${one.name}: ${isPositionHandler(one)}`))

  // Locked until a time, and unlocked again.
  await updateUser(admin, { userAddr, lockExpiration: Seconds.parse(4_000_000_000) })
  await updateUser(admin, { userAddr, lockExpiration: null })

  // Require two signatures to create a delivery, then one again.
  const functions = {
    dappAddr: deliveryManagerAddr,
    functionSelectors: selectorsOf(deliveryManagerAbi, 'createDelivery'),
  }
  await setFourEyes(admin, { ...functions, signaturesRequired: 2 })
  await setFourEyes(admin, { ...functions, signaturesRequired: 1 })

  // Name a tenant that can nominate an administrator when the own one is lost: `nominateAdmin` with `tenantAddr`.
  const recovererAddr = (await everyPage((page) => listTenants(admin, page)))[0]?.address ?? null
  await setRecoverer(admin, { recovererAddr })
  console.info((await readRecoverer(admin))?.activeFrom)
  await setRecoverer(admin, { recovererAddr: null })

  // Nominate another administrator, who can commit a day later.
  const { privilegeManagerAddr } = (await whoami(admin)).tenant
  await nominateAdmin(admin, { nomineeAddr: userAddr })
  await revokeNomination(admin)
  await nominateAdmin(admin, { nomineeAddr: userAddr })
  const isTooEarly = await commitNomination(colleague, { privilegeManagerAddr }).catch(() => true)
  console.info(isTooEarly)
  await rejectNomination(colleague, { privilegeManagerAddr })

  await updateTenant(admin, { key: 'lei', value: '529900T8BM49AURSDO55' })
  const { comment } = saltedReason('For our own files')
  await shareComment(admin, { type: 'reason', comment, sharedWith: [] })
}

export async function choices(client: Client, ownTenant: Address): Promise<void> {
  const [tenants, dapps] = await Promise.all([
    everyPage((page) => listTenants(client, page)),
    everyPage((page) => listDapps(client, page)),
  ])
  const custodians = usableCustodians({ configured: [], tenants, dapps, ownTenant })
  const registrars = custodians.map(({ registrarAddr }) => registrarAddr)
  const options = counterpartyOptions({ tenants, ownTenant, platformName: 'ConneX Platform', registrars })
  console.info(
    custodians.map(({ label }) => label),
    options.map(({ name }) => name),
  )
}

export async function platform(
  operator: Client,
  /** Of the invited tenant's first administrator. */
  connectFounder: () => Promise<Client>,
  controllers: readonly ControllerSetup[],
  registryManagerAddr: Address,
): Promise<void> {
  // Invite a tenant, confirm with its details, register it on the ledger, and let it invest.
  const { id, token } = await inviteTenant(operator, { name: 'Nordhafen Custody' })
  const tenant = { name: 'Nordhafen Custody', api: 'https://nordhafen.example', lei: '' }
  await confirmInvitation(await connectFounder(), { token: token ?? '', tenant })
  await registerTenant(operator, { id, controllers })
  const { items } = await listInvitations(operator)
  const tenantAddr = items.find((one) => one.id === id)?.tenantAddr
  if (tenantAddr == null) throw new Error('not registered')
  await changeTenantPrivileges(operator, {
    dappAddr: registryManagerAddr,
    tenantAddr,
    granted: ['registry.INVESTOR'],
  })

  await blacklistAccounts(operator, { accounts: [tenantAddr], isBlacklisted: true })
  await blacklistAccounts(operator, { accounts: [tenantAddr], isBlacklisted: false })
  await setRefundLimits(operator, { refundThreshold: 48_000_000n, refundLimit: 480_000_000n })
  await fundPlatform(operator, { amount: 1_000_000n })
}
