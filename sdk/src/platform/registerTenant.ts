import { platformManagerAbi } from '@connex/contracts'
import { ZERO_ADDRESS } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { everyPage } from '../http/everyPage.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { listInvitations } from './listInvitations.ts'

/** A controller that the tenant begins with: which privilege and how many signatures each function asks for. */
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
