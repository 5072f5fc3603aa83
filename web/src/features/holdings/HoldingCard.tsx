import type { Position } from '@connex/protocol'
import { formatQuantity } from '../../lib/format.ts'
import { unitText } from '../../lib/units.ts'
import { t } from '../../messages/t.ts'
import { accountText } from '../../shared/deal/ownAccounts.ts'
import { ShareBar } from '../../ui/feedback/ShareBar.tsx'
import { InstrumentName } from '../../ui/text/InstrumentName.tsx'
import { Figure } from '../../ui/text/Figure.tsx'
import styles from './HoldingCard.module.css'

type Props = {
  position: Position
  custodian: string
  accountName: string | undefined
  isSuspended: boolean
}

/** One holding as a card: on a phone, and beside an open panel. What can be used comes first. */
export function HoldingCard({ position, custodian, accountName, isSuspended }: Props) {
  const { quantity, available, decimals, unit, account } = position
  const whole = `${formatQuantity(quantity, decimals)} ${unitText(unit)}`
  return (
    <span className={styles.card}>
      <span className={styles.name}>
        <HoldingName position={position} isSuspended={isSuspended} />
      </span>
      <span className={styles.line}>
        <strong>
          <Figure text={t('Holdings.sum_available', { quantity: formatQuantity(available, decimals) })} />
        </strong>
        <span className={styles.rest}>
          <Figure text={t('Holdings.of', { quantity: whole })} />
        </span>
      </span>
      <span className={styles.line}>
        <span className={styles.bar}>
          <ShareBar tone="available" part={BigInt(available)} whole={BigInt(quantity)} />
        </span>
        <span className={styles.rest}>
          {[custodian, accountText(account, accountName)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  )
}

/** The instrument of a holding, and whether its registry is suspended: then nothing in it moves. */
export const HoldingName = ({ position, isSuspended }: Omit<Props, 'custodian' | 'accountName'>) => (
  <InstrumentName identifier={position.identifier} label={position.label}>
    {isSuspended && <Suspended />}
  </InstrumentName>
)

/** Says that a registry is suspended. */
export const Suspended = () => <span className={styles.suspended}>{t('RegistryState.SUSPENDED')}</span>
