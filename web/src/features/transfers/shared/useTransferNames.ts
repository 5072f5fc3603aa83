import type { Address, Transfer } from '@connex/protocol'
import { instrumentName } from '../../../lib/identifiers.ts'
import { useAssetLabels } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useAccountNames, type AccountNames } from '../../../shared/desk/accountNames.ts'
import { instrumentNames } from './transferSummary.ts'

/** What a transfer has itself: its first two legs have their labels. */
const OWN_LEGS = 2

/**
 * The names for a transfer's sentences. A substitution has more instruments than the two that a transfer names itself; those come from
 * their registries.
 *
 * @example
 * const { nameOf, instrumentOf } = useTransferNames(transfer)
 * instrumentOf('DE000A2LQ5M4') // 'Hafenbank 2029 (DE000A2LQ5M4)'
 */
export function useTransferNames(transfer: Pick<Transfer, 'legs' | 'deliver' | 'receive'>): {
  nameOf: (address: Address) => string
  instrumentOf: (identifier: string) => string
  accountName: AccountNames
} {
  const nameOf = useTenantNames()
  const accountName = useAccountNames()
  const further = transfer.legs.length > OWN_LEGS ? transfer.legs : []
  const labelOf = useAssetLabels(further)
  const ownName = instrumentNames(transfer)
  const instrumentOf = (identifier: string): string => {
    const leg = further.find((one) => one.identifier === identifier)
    const label = leg && labelOf(leg)
    return label ? instrumentName(identifier, label) : ownName(identifier)
  }
  return { nameOf, instrumentOf, accountName }
}
