import { zeroAddress, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'

/** What a tenant says of itself when it is made. */
export type TenantParameters = {
  name: string
  apiUrl: string
  lei: string
  registrationReference?: Hex
  confirmer?: Address
}

/** As the ledger takes it. */
export const tenantData = ({
  name,
  apiUrl,
  lei,
  registrationReference = zeroHash,
  confirmer = zeroAddress,
}: TenantParameters) => ({ name, apiUrl, lei, registrationReference, confirmer })
