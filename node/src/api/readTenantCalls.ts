// What a raw transaction lets the user's own tenant do on the platform.
import type { HexData } from '@connex/protocol'
import { decodeBatch, decodeTenantCall } from '../ledger/calls.ts'
import type { TenantCall } from '../ledger/calls.ts'
import { findControllerRules } from '../storage/queries/batches.ts'
import type { UserViewer } from '../storage/queries/viewers.ts'
import type { ApiContext } from './ApiContext.ts'
import { ApiError } from '../errors.ts'
import { readRaw } from './publishRaw.ts'

/** The calls of the user's own transaction to one of its tenant's controllers; any other transaction is refused. */
export async function readTenantCalls(
  context: ApiContext,
  { tenant, address }: UserViewer,
  rawTransaction: HexData,
): Promise<TenantCall[]> {
  const { from, to, data } = readRaw(context, rawTransaction)
  if (from !== address) throw new ApiError('transactionForeignSender')
  const batch = decodeBatch(data)
  const controller = to === null ? undefined : await findControllerRules(context.database.kysely, tenant, to)
  if (batch === undefined || controller === undefined) throw new ApiError('transactionOtherTarget')
  const { platformManager } = context.config
  return batch.calls.map((call) => decodeTenantCall(call, { platformManager, tenant }))
}
