import type { Transfer } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import type { DetailsCheck } from './useDeliveryDetails.ts'

/** Why the private details are not to be relied on, in words: others than the ledger vouches for, or none while an
 * amount of cash hangs on them. `detailsDoubt(repo, { result: 'missing' })` */
export function detailsDoubt(
  { legs }: Pick<Transfer, 'legs'>,
  check: DetailsCheck | undefined,
): string | undefined {
  if (check?.result === 'differs') return t('Proof.differs')
  if (check?.result !== 'matches' && legs.some(({ legType }) => legType === 'EXTERNAL'))
    return t('Proof.no_amount')
  return undefined
}
