// What one call of a batch does on the platform manager, or on the tenant itself.
import { platformManagerAbi, tenantAbi } from '@connex/contracts'
import { decodeFunctionData, stringToHex } from 'viem'
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

const API_KEY = stringToHex('api', { size: 32 })

/** What the call makes the address of the tenant's server; undefined where it leaves it alone. */
export const newApiAddress = ({ onTenant }: TenantCall): string | undefined =>
  onTenant?.functionName === 'setString' && onTenant.args[0] === API_KEY ? onTenant.args[1] : undefined

function decode<const abi extends Abi>(abi: abi, data: string): Decoded<abi> | undefined {
  try {
    return decodeFunctionData<abi>({ abi, data: data as `0x${string}` })
  } catch {
    return undefined
  }
}
