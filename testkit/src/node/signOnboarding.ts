// The operator's transaction that brings an invited tenant to the ledger.
import { platformManagerAbi } from '@connex/contracts'
import { controllerFor, workflowConfig } from '@connex/contracts/deploy'
import { Address, HexData, Quantity } from '@connex/protocol'
import type { TenantStrings } from '@connex/protocol'
import { encodeFunctionData } from 'viem'
import type { Hex } from 'viem'
import { sendableBatch } from './signBatch.ts'
import type { TestUser } from './newUser.ts'
import type { TestLedger } from './startTestLedger.ts'

export type Onboarding = { tenant: TenantStrings; admin: Address; registrationReference: Hex }

type OneCall = { target: Hex; data: Hex }

/** A user's transaction through one of its tenant's controllers. */
export const signOneCall = (
  ledger: TestLedger,
  user: TestUser,
  controller: Hex,
  { target, data }: OneCall,
): Promise<HexData> =>
  sendableBatch(
    ledger,
    user,
    {
      controllerAddr: Address.parse(controller),
      calls: [{ target: Address.parse(target), data: HexData.parse(data) }],
      tenantNonce: Quantity.parse('0'),
      deadline: 4_000_000_000,
    },
    [],
  )

export function signOnboarding(
  ledger: TestLedger,
  operatorUser: TestUser,
  { tenant, admin, registrationReference }: Onboarding,
): Promise<HexData> {
  const { contracts, operator } = ledger.deployment
  const target = contracts.PlatformManager
  const { name, api: apiUrl, lei } = tenant
  const confirmer = operatorUser.account.address
  const args = [
    { name, apiUrl, lei, registrationReference, confirmer },
    admin as Hex,
    [{ dapp: target, config: workflowConfig('platform') }],
  ] as const
  const data = encodeFunctionData({ abi: platformManagerAbi, functionName: 'onboard', args })
  return signOneCall(ledger, operatorUser, controllerFor(operator.controllers, target), { target, data })
}
