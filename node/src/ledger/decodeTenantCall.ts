// What one call of a batch does on the platform manager, or on the tenant itself.
import { platformManagerAbi, tenantAbi } from '@connex/contracts'
import { decodeFunctionData } from 'viem'
import type { Abi, DecodeFunctionDataReturnType } from 'viem'

type Decoded<abi extends Abi> = DecodeFunctionDataReturnType<abi>

/** Undefined where it is a call of neither. */
export type TenantCall = {
  onPlatform: Decoded<typeof platformManagerAbi> | undefined
  onTenant: Decoded<typeof tenantAbi> | undefined
}

type Known = { platformManager: string; tenant: string }

export const decodeTenantCall = (
  { target, data }: { target: string; data: string },
  { platformManager, tenant }: Known,
): TenantCall => ({
  onPlatform: target === platformManager ? decode(platformManagerAbi, data) : undefined,
  onTenant: target === tenant ? decode(tenantAbi, data) : undefined,
})

function decode<const abi extends Abi>(abi: abi, data: string): Decoded<abi> | undefined {
  try {
    return decodeFunctionData<abi>({ abi, data: data as `0x${string}` })
  } catch {
    return undefined
  }
}
