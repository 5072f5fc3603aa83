import { formatQuantity } from '../../lib/format.ts'
import { panels } from '../../messages/en/panels/panels.ts'
import { addMessages, t } from '../../messages/t.ts'
import { ShareBar } from '../feedback/ShareBar.tsx'
import { Figure } from '../text/Figure.tsx'
import styles from './PanelFigures.module.css'

addMessages(panels)

type Props = {
  quantity: string
  earmarked: string
  available: string
  decimals: number
  unit: string
}

/** How much of a holding is available: the number that every form asks for, with the bar and what it is left from. */
export function PanelFigures({ quantity, earmarked, available, decimals, unit }: Props) {
  return (
    <div className={styles.figures}>
      <p className={styles.lead}>
        <span className={styles.term}>{t('Panel.available')}</span>
        <strong>
          <Figure text={formatQuantity(available, decimals)} />
        </strong>
        <span className={styles.term}>{unit}</span>
      </p>
      <ShareBar tone="available" part={BigInt(available)} whole={BigInt(quantity)} />
      <dl className={styles.rest}>
        <dt>{t('Panel.quantity')}</dt>
        <dd>
          <Figure text={formatQuantity(quantity, decimals)} />
        </dd>
        <dt>{t('Panel.earmarked')}</dt>
        <dd>
          <Figure text={formatQuantity(earmarked, decimals)} />
        </dd>
      </dl>
    </div>
  )
}
