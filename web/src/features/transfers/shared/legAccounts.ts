import type { DeliveryLeg, Transfer } from '@connex/protocol'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'

/** Who keeps the accounts of a leg. */
export const keeperOf = ({ assetManagerAddr, registrar }: DeliveryLeg) => ({
  registryManagerAddr: assetManagerAddr,
  registrarAddr: registrar,
})

/** The tenant's name of the account of one leg. `legAccountName(useAccountNames(), transfer, 'deliver')` → 'Trading book' */
export function legAccountName(
  accountName: AccountNames,
  transfer: Pick<Transfer, 'deliver' | 'receive' | 'legs'>,
  key: LegKey,
  account: string | null = transfer[key]?.account ?? null,
): string | undefined {
  const leg = transfer.legs.find(({ assetId }) => assetId === transfer[key]?.registryId)
  return leg && accountName(keeperOf(leg), account)
}
