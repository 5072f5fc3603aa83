import { CASH_INSTRUMENT, cashSideOf, type Transfer } from '@connex/protocol'
import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { instrumentParts, type InstrumentParts } from '../../../lib/identifiers.ts'
import { t } from '../../../messages/t.ts'
import { Figure } from '../../../ui/text/Figure.tsx'
import styles from './TransferLegs.module.css'
import { cashLeg, isOpen, transferLeg, type TransferLeg } from './transferSummary.ts'
import { legKeysOf } from './transferKinds.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'

const LegAccount = lazy(() => importWithRetry(() => import('./LegAccount.tsx')))

/** What the viewer delivers and receives. */
export function TransferLegs({ transfer }: { transfer: Transfer }) {
  const cashKey = cashSideOf(transfer)
  return (
    <>
      {legKeysOf(transfer).map((key) => {
        const leg = transferLeg(transfer, key)
        const asset = transfer[key]
        const parts =
          asset === null
            ? { name: leg?.instrument ?? '' }
            : instrumentParts(asset.identifier ?? '', asset.label)
        return leg && <Leg key={key} legKey={key} leg={leg} instrument={parts} transfer={transfer} />
      })}
      {cashKey !== undefined && transfer[cashKey] !== null && (
        <Leg
          legKey={cashKey}
          leg={cashLeg(transfer)}
          instrument={{ name: CASH_INSTRUMENT }}
          transfer={transfer}
        />
      )}
    </>
  )
}

type LegProps = { legKey: LegKey; leg: TransferLeg; instrument: InstrumentParts; transfer: Transfer }

function Leg({ legKey, leg, instrument: { name, code }, transfer }: LegProps) {
  const { kind, account, quantity } = leg
  const isEarmarked = isOpen(transfer) && legKey === 'deliver' && kind === 'securities' && account !== ''
  return (
    <div className={styles.leg}>
      <span className={styles.side}>{t(`Transactions.you_${legKey}`)}</span>
      <span className={styles.note}>
        {kind === 'cash' ? t('Transactions.documented') : isEarmarked && t('Transactions.earmarked')}
      </span>
      <span className={styles.quantity}>
        {quantity === '' ? t('Transactions.not_known_yet') : <Figure text={quantity} />}
      </span>
      <span className={styles.what}>
        {name}
        {code !== undefined && (
          <>
            {' · '}
            <span className={styles.mono}>{code}</span>
          </>
        )}
      </span>
      {kind === 'securities' && (
        <span className={styles.what}>
          {account === '' ? (
            t(isOpen(transfer) ? 'Transactions.no_account_yet' : 'Transactions.no_account')
          ) : (
            <Suspense fallback={t('Transactions.account', { account })}>
              <LegAccount {...{ transfer, legKey, account }} isSentence />
            </Suspense>
          )}
        </span>
      )}
    </div>
  )
}
