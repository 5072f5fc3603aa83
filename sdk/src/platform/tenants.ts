// Tenants: invited, confirmed, put on the ledger, changed.
import { platformManagerAbi, tenantAbi } from '@connex/contracts'
import type { Address, CallAnswer, CallBody, TenantInvitation } from '@connex/protocol'
import { ZERO_ADDRESS } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call, everyPage } from '../http/call.ts'
import { dappOf } from '../ledger/controller.ts'
import { asciiWord, hex } from '../ledger/scalars.ts'
import { execute } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import { listInvitations } from './queries.ts'

/**
 * The platform's operator invites a tenant. Its first administrator confirms with the token, see `confirmInvitation`.
 *
 * @example
 * const { token } = await inviteTenant(client, { name: 'Nordhafen Custody' })
 */
export async function inviteTenant(
  client: Client,
  body: { name: string },
  control: CallControl = {},
): Promise<TenantInvitation> {
  requireClient(client)
  return call(client, 'inviteTenant', { ...control, body })
}

/**
 * The invited tenant's first administrator describes the tenant, or declines by sending none. The operator then
 * registers it, see `registerTenant`.
 *
 * @example
 * await confirmInvitation(client, { token, tenant: { name: 'Nordhafen Custody', api: 'https://nordhafen.example', lei: '' } })
 */
export async function confirmInvitation(
  client: Client,
  body: CallBody<'confirmInvitation'>,
  control: CallControl = {},
): Promise<CallAnswer<'confirmInvitation'>> {
  requireClient(client)
  return call(client, 'confirmInvitation', { ...control, body })
}

/** One of a new tenant's controllers: the privilege and the number of signatures that each function requires. */
export type ControllerSetup = {
  dapp: Address
  config: readonly { functionSelector: string; privilege: string; signaturesRequired: number }[]
}

export type RegisterParameters = {
  /** The invitation's, which its administrator has confirmed. */
  id: string
  controllers: readonly ControllerSetup[]
  /** Who confirms for the tenant what happens outside the ledger; default nobody. */
  confirmerAddr?: Address | undefined
}

/**
 * The platform's operator puts a tenant on the ledger whose invitation was confirmed, with its controllers and its first
 * administrator, whose wallet is funded.
 *
 * @example
 * await registerTenant(client, { id, controllers })
 */
export async function registerTenant(
  client: Client,
  { id, controllers, confirmerAddr = ZERO_ADDRESS }: RegisterParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { signal } = options
  const invitations = await everyPage((page) => listInvitations(client, page, { signal }))
  const invitation = invitations.find((one) => one.id === id)
  if (invitation === undefined) throw new ClientError('notFound', `Invitation ${id}`)
  const { tenant, adminAddr, registrationReference } = invitation
  if (tenant === null || adminAddr === null) throw new ClientError('invitationNotConfirmed', invitation.name)
  const { name, api: apiUrl, lei } = tenant
  const confirmer = hex(confirmerAddr)
  const data = { name, apiUrl, lei, registrationReference: hex(registrationReference), confirmer }
  const setups = controllers.map(({ dapp, config }) => ({
    dapp: hex(dapp),
    config: config.map((rule) => ({
      functionSelector: hex(rule.functionSelector),
      privilege: hex(rule.privilege),
      signaturesRequired: rule.signaturesRequired,
    })),
  }))
  const platform = await dappOf(client, 'platform')
  return execute(client, platformManagerAbi, platform, 'onboard', [data, hex(adminAddr), setups], {
    ...options,
    publishBy: (rawTransaction) => call(client, 'registerTenant', { body: { id, rawTransaction }, signal }),
  })
}

export type TenantChange = {
  /** Its server's address, or its legal entity identifier. The name is the operator's to change. */
  key: 'api' | 'lei'
  value: string
}

/**
 * Changes the caller's tenant's entries on the ledger.
 *
 * @example
 * await updateTenant(client, { key: 'api', value: 'https://connex.alpenbank.example' })
 */
export async function updateTenant(
  client: Client,
  { key, value }: TenantChange,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const [dappAddr, { tenant }] = await Promise.all([dappOf(client, 'platform'), currentMe(client)])
  const target = { dappAddr, to: tenant.address }
  return execute(client, tenantAbi, target, 'setString', [asciiWord(key), value], {
    ...options,
    publishBy: (rawTransaction) =>
      call(client, 'updateTenant', { body: { rawTransaction }, signal: options.signal }),
  })
}
