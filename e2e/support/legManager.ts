import { deliveryManagerAbi, legTypes } from '@connex/contracts'
import { call, contractCall, send } from '@connex/sdk'
import { clientOf } from './clientOf.ts'
import type { Sandbox } from './sandbox.ts'

/** Takes the leg manager of documented payments from the ledger; what comes back puts it there again. */
export async function withoutPayments(sandbox: Sandbox): Promise<() => Promise<void>> {
  const operator = await clientOf(sandbox, 'o.berg')
  const { address } = await call(operator, 'deliveryManager')
  const external = legTypes.indexOf('EXTERNAL')
  const { items } = await call(operator, 'legManagers')
  const registered = items.find(({ registryType }) => registryType === 'EXTERNAL')
  if (registered === undefined) throw new Error('the sandbox has no leg manager of payments')
  await send(operator, [contractCall(deliveryManagerAbi, address, 'unregisterLegManager', [external])])
  return async () => {
    const legManager = registered.deliveryLegManager as `0x${string}`
    const back = [external, legManager, NO_REGISTRY] as const
    await send(operator, [contractCall(deliveryManagerAbi, address, 'registerLegManager', back)])
  }
}

/** Payments stand in no registry. */
const NO_REGISTRY = 0
