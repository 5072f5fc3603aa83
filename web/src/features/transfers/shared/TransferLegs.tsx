import type { Transfer } from '@connex/protocol'
import { useInstrumentNames } from '../../../lib/instruments.ts'
import { t } from '../../../messages/t.ts'
import { transferSide, type TransferSide } from './transferSummary.ts'
import { Figure } from '../../../ui/text/Figure.tsx'
import styles from './TransferLegs.module.css'

/** What you deliver, what you receive. */
export function TransferLegs({ transfer }: { transfer: Transfer }) {
  const nameOf = useInstrumentNames()
  const sides =
    transfer.direction === 'DELIVER' ? (['deliver', 'receive'] as const) : (['receive', 'deliver'] as const)
  return sides.map((side) => {
    const told = transferSide(transfer, side, nameOf)
    return told && <Leg key={side} side={side} told={told} isOpen={isOpen(transfer)} />
  })
}

const isOpen = ({ deliveryState }: Transfer) => deliveryState !== 'SETTLED' && deliveryState !== 'CANCELED'

function Leg({ side, told, isOpen }: { side: 'deliver' | 'receive'; told: TransferSide; isOpen: boolean }) {
  const { kind, instrument, isCode, account, quantity } = told
  const isEarmarked = isOpen && side === 'deliver' && kind === 'securities' && account !== ''
  return (
    <div className={styles.leg}>
      <span className={styles.side}>{t(`Transactions.you_${side}`)}</span>
      <span className={styles.note}>
        {kind === 'cash' ? t('Transactions.documented') : isEarmarked && t('Transactions.earmarked')}
      </span>
      <span className={styles.quantity}>
        {quantity === '' ? t('Transactions.not_known_yet') : <Figure text={quantity} />}
      </span>
      <span className={styles.what}>
        <span className={isCode ? styles.mono : undefined}>{instrument}</span>
        {kind === 'securities' &&
          ` · ${account === '' ? t(isOpen ? 'Transactions.no_account_yet' : 'Transactions.no_account') : t('Transactions.account', { account })}`}
      </span>
    </div>
  )
}
