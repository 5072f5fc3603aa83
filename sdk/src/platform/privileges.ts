// Who may do what, and how many must sign.
import { dappAbi, dappControllerAbi, platformManagerAbi, privilegeManagerAbi } from '@connex/contracts'
import type { DappController, PrivilegeName } from '@connex/protocol'
import { Address, ZERO_ADDRESS, privilegeId } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { call, everyPage } from '../http/call.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/controller.ts'
import { readContract } from '../ledger/readContract.ts'
import { hex } from '../ledger/scalars.ts'
import { execute, send } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import { listDappControllers } from './queries.ts'

export type GrantParameters = {
  userAddr: Address
  privileges: readonly PrivilegeName[]
  /** On one dApp only; default everywhere. */
  instanceAddr?: Address | undefined
}

/**
 * Grants privileges to a user of the caller's tenant, on the ledger. The wallet of an active user is funded in the same transaction if
 * it is below the platform's threshold, so that the user can pay for a first one.
 *
 * @example
 * await grantPrivileges(client, { userAddr, privileges: ['user.DAPP_USER', 'registry.SHARED_POSITION_HANDLING'] })
 */
export async function grantPrivileges(
  client: Client,
  { userAddr, privileges, instanceAddr }: GrantParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { signal } = options
  const [own, platform, account] = await Promise.all([
    ownPrivileges(client),
    call(client, 'platform', { signal }),
    call(client, 'account', { query: { address: userAddr }, signal }),
  ])
  const changes = privilegeChanges(privileges, true, instanceAddr)
  const grant = contractCall(privilegeManagerAbi, own, 'grantRevokeMultiple', [hex(userAddr), changes])
  const fund = contractCall(platformManagerAbi, own.dappAddr, 'refundEOA', [hex(userAddr)])
  const isShort = BigInt(account.balance) < BigInt(platform.refundThreshold)
  const becomesActive = instanceAddr === undefined && privileges.includes(ACTIVE)
  const isFunded = isShort && (becomesActive || (await isActive(client, own.to, userAddr, options)))
  return send(client, isFunded ? [grant, fund] : [grant], options)
}

/** The privilege that makes a user active on the ledger. The platform refunds nobody else. */
const ACTIVE: PrivilegeName = 'user.DAPP_USER'

const isActive = (
  client: Client,
  privilegeManager: Address,
  userAddr: Address,
  { signal }: SendOptions,
): Promise<boolean> => {
  const args = [hex(userAddr), privilegeId(ACTIVE), hex(ZERO_ADDRESS)] as const
  return readContract(client, privilegeManagerAbi, privilegeManager, 'checkGranted', args, { signal })
}

/**
 * Revokes privileges of a user of the caller's tenant, on the ledger, effective with the next transaction. Revoking everywhere
 * leaves privileges on a single dApp.
 *
 * @example
 * await revokePrivileges(client, { userAddr, privileges: ['delivery.BACKOFFICE'] })
 */
export async function revokePrivileges(
  client: Client,
  { userAddr, privileges, instanceAddr }: GrantParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const args = [hex(userAddr), privilegeChanges(privileges, false, instanceAddr)] as const
  const own = await ownPrivileges(client)
  return execute(client, privilegeManagerAbi, own, 'grantRevokeMultiple', args, options)
}

export type TenantPrivilegeParameters = {
  /** The dApp on which they hold. */
  dappAddr: Address
  tenantAddr: Address
  granted?: readonly PrivilegeName[] | undefined
  revoked?: readonly PrivilegeName[] | undefined
}

/**
 * The dApp's operator sets a tenant's roles there: investor, registrar, issuer, …
 *
 * @example
 * await changeTenantPrivileges(client, { dappAddr: registryManagerAddr, tenantAddr, granted: ['registry.INVESTOR'] })
 */
export async function changeTenantPrivileges(
  client: Client,
  { dappAddr, tenantAddr, granted = [], revoked = [] }: TenantPrivilegeParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { signal } = options
  const to = Address.parse(await readContract(client, dappAbi, dappAddr, 'privilegeManager', [], { signal }))
  const changes = [...privilegeChanges(granted, true), ...privilegeChanges(revoked, false)]
  const target = { dappAddr, to }
  return execute(
    client,
    privilegeManagerAbi,
    target,
    'grantRevokeMultiple',
    [hex(tenantAddr), changes],
    options,
  )
}

/** Privileges to be granted or revoked, as a privilege manager takes them. */
const privilegeChanges = (
  privileges: readonly PrivilegeName[],
  granted: boolean,
  instanceAddr: Address = ZERO_ADDRESS,
) => privileges.map((name) => ({ privilege: privilegeId(name), instance: hex(instanceAddr), granted }))

export type FourEyesParameters = {
  /** The dApp whose functions they are. */
  dappAddr: Address
  /** By their four bytes, see `selectorsOf`. */
  functionSelectors: readonly string[]
  /** How many users of the tenant have to sign, the sender among them; 1 for no four-eyes. */
  signaturesRequired: number
}

/**
 * Says how many of the caller's tenant's users have to sign for functions of a dApp. Who may call them stays as it is.
 *
 * @example
 * await setFourEyes(client, { dappAddr: deliveryManagerAddr, functionSelectors: selectorsOf(deliveryManagerAbi, 'createDelivery'), signaturesRequired: 2 })
 */
export async function setFourEyes(
  client: Client,
  { dappAddr, functionSelectors, signaturesRequired }: FourEyesParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const [platform, controllers] = await Promise.all([
    dappOf(client, 'platform'),
    everyPage((page) => listDappControllers(client, page, { signal: options.signal })),
  ])
  const controller = controllers.find((one) => one.dappAddress === dappAddr)
  if (controller === undefined) throw new ClientError('noController', dappAddr)
  const config = functionSelectors.map((selector) => ruleFor(controller, selector, signaturesRequired))
  const target = { dappAddr: platform, to: controller.address }
  return execute(client, dappControllerAbi, target, 'updateConfig', [config], options)
}

function ruleFor({ workflowConfig }: DappController, functionSelector: string, signaturesRequired: number) {
  const rule = workflowConfig.find((one) => one.functionSelector === functionSelector)
  if (rule === undefined) throw new ClientError('notFound', `Function ${functionSelector}`)
  return { functionSelector: hex(functionSelector), privilege: ledgerId(rule.privilege), signaturesRequired }
}

/** The server writes a privilege by its name where it knows it, and by its id otherwise. */
const ledgerId = (privilege: string): `0x${string}` =>
  privilege.startsWith('0x') ? hex(privilege) : privilegeId(privilege as PrivilegeName)

/** The caller's tenant's privilege manager, which it reaches by its platform controller. */
export async function ownPrivileges(client: Client): Promise<{ dappAddr: Address; to: Address }> {
  const [dappAddr, { tenant }] = await Promise.all([dappOf(client, 'platform'), currentMe(client)])
  return { dappAddr, to: tenant.privilegeManagerAddr }
}
