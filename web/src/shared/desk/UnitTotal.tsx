import type { PositionTotal } from '@connex/protocol'
import { formatQuantity } from '../../lib/format.ts'
import { due } from '../../messages/en/desk/due.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Figure } from '../../ui/text/Figure.tsx'
import { unitName } from '../../lib/units.ts'
import styles from './UnitTotal.module.css'

addMessages(due)

/** What is available of one unit, over what is earmarked. */
export function UnitTotal({ total }: { total: PositionTotal }) {
  const { unit, decimals, quantity, earmarked, available, positions, accounts } = total
  const write = (units: string) => formatQuantity(units, decimals)
  return (
    <div className={styles.total}>
      <span className={styles.available}>
        <Figure text={write(available)} /> <span className={styles.unit}>{unitName(unit)}</span>
      </span>
      <span className={styles.bar} aria-hidden>
        <span className={styles.share} style={{ width: shareOf(available, quantity) }} />
        {earmarked !== '0' && <span className={styles.set} style={{ width: shareOf(earmarked, quantity) }} />}
      </span>
      <span className={styles.note}>
        <span>{t('Due.earmarked', { quantity: write(earmarked) })}</span>
        <span>
          {t('Due.positions', { count: positions })} {t('Due.in_accounts', { count: accounts })}
        </span>
      </span>
    </div>
  )
}

function shareOf(part: string, whole: string): string {
  const total = BigInt(whole)
  return `${total === 0n ? 0 : Number((BigInt(part) * 1000n) / total) / 10}%`
}
