import {
  readableName,
  ZERO_ADDRESS,
  type Address,
  type Signer,
  type Transfer,
  type WrittenText,
} from '@connex/protocol'
import { instrumentName, shorten } from '../../../lib/identifiers.ts'
import { useAssetLabels } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { t } from '../../../messages/t.ts'
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
} {
  const nameOf = useTenantNames()
  const further = transfer.legs.length > OWN_LEGS ? transfer.legs : []
  const labelOf = useAssetLabels(further)
  const ownName = instrumentNames(transfer)
  const instrumentOf = (identifier: string): string => {
    const leg = further.find((one) => one.identifier === identifier)
    const label = leg && labelOf(leg)
    return label ? instrumentName(identifier, label) : ownName(identifier)
  }
  return { nameOf, instrumentOf }
}

/** `personAt('Alpenbank', user)` → 'Alpenbank · a.keller'. Of another tenant's user nothing is known. */
export const personAt = (tenant: string, user: Signer | null): string =>
  user === null
    ? tenant
    : t('Steps.person', {
        name: tenant,
        person: user.name === null ? shorten(user.address) : readableName(user.name),
      })

/** Who wrote a comment or a message. `authorOf(comment)` → 'Alpenbank · a.keller' */
export function useAuthors(): (
  written: Pick<WrittenText, 'authorTenantAddr' | 'authorAddr' | 'authorName'>,
) => string {
  const nameOf = useTenantNames()
  return ({ authorTenantAddr, authorAddr: address, authorName: name }) =>
    personAt(nameOf(authorTenantAddr), address === ZERO_ADDRESS ? null : { address, name })
}
