import { parseEventLogs } from 'viem'
import type { Address, TransactionReceipt } from 'viem'
import { platformManagerAbi } from '../../generated/platformManagerAbi.ts'
import { createdControllers } from './createdControllers.ts'
import type { Controller } from './createdControllers.ts'

/** A tenant, and the doors through which its users reach it. */
export type TenantAccess = { tenant: Address; privilegeManager: Address; controllers: Controller[] }

/** The tenant that a transaction has registered. */
export function registeredTenant(receipt: TransactionReceipt): TenantAccess {
  const [event] = parseEventLogs({
    abi: platformManagerAbi,
    eventName: 'TenantRegistered',
    logs: receipt.logs,
  })
  if (event === undefined) throw new Error('the transaction registered no tenant')
  const { tenant, privilegeManager } = event.args
  return { tenant, privilegeManager, controllers: createdControllers(receipt) }
}
