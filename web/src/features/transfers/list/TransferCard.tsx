import { expiryText, quantityText, transferLeg, transferTitle } from '../shared/transferSummary.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'
import { readableText, type Transfer } from '@connex/protocol'
import { instrumentParts } from '../../../lib/identifiers.ts'
import { t } from '../../../messages/t.ts'
import { Figure } from '../../../ui/text/Figure.tsx'
import { TransferTurn } from '../shared/TransferStatus.tsx'
import styles from './TransferCard.module.css'

/** One transfer as a card: on a phone, and beside an open panel, where the table has no room for its columns. */
export function TransferCard({ transfer, counterparty }: { transfer: Transfer; counterparty: string }) {
  const description = readableText(transfer.description ?? '')
  const expiry = expiryText(transfer)
  return (
    <span className={styles.card}>
      <span className={styles.turn}>
        <TransferTurn transfer={transfer} />
      </span>
      <strong className={styles.title}>{transferTitle(transfer, counterparty)}</strong>
      {LEG_KEYS.map((key) => {
        const leg = transferLeg(transfer, key)
        const asset = transfer[key]
        const name =
          asset === null ? leg?.instrument : instrumentParts(asset.identifier ?? '', asset.label).name
        return (
          leg && (
            <span key={key} className={styles.leg}>
              <span className={styles.side}>{t(`Transactions.you_${key}`)}</span>
              <span className={styles.amount}>
                {leg.quantity === '' ? (
                  t('Transactions.not_known_yet')
                ) : (
                  <Figure text={quantityText(transfer, key)} />
                )}
              </span>
              <span className={styles.name}>{leg.kind === 'cash' ? '' : name}</span>
            </span>
          )
        )
      })}
      <span className={styles.description}>
        {description !== '' && <span className={styles.text}>{description}</span>}
        {description !== '' && expiry !== '' && <span className={styles.dot}> · </span>}
        {expiry !== '' && <span>{expiry}</span>}
      </span>
    </span>
  )
}
