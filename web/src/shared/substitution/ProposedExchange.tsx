import { readableName } from '@connex/protocol'
import type { CollateralDoubt, TestLine, ValueTest } from '@connex/protocol/substitutions'
import type { ReactNode } from 'react'
import { formatIsoDay, formatQuantity } from '../../lib/format.ts'
import { instrumentParts } from '../../lib/identifiers.ts'
import { useAssetLabels } from '../../lib/instruments.ts'
import { t } from '../../messages/t.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { CollateralDoubts } from './CollateralDoubts.tsx'
import styles from './Substitution.module.css'
import { lowValueText, ValueTests, worthText } from './ValueTests.tsx'

type Props = {
  test: ValueTest
  doubts: readonly CollateralDoubt[]
  /** The prices are the viewer's own, and not those that the substitution quotes. */
  isAtOwnPrices?: boolean
  /** Below a line. */
  renderFields?: (line: TestLine) => ReactNode
}

/** What goes out and comes in, side by side, as somebody has proposed it, with the value tests. */
export function ProposedExchange({ test, doubts, isAtOwnPrices = false, renderFields }: Props) {
  const labelOf = useAssetLabels(test.lines.map(({ asset }) => asset))
  const low = lowValueText(test, isAtOwnPrices)
  return (
    <>
      <div className={styles.columns}>
        {(['out', 'in'] as const).map((way) => (
          <section key={way} className={styles.column}>
            <h3 className={styles.title}>{t(`Substitution.${way}_confirm`)}</h3>
            {test.lines
              .filter((line) => line.way === way)
              .map((line) => (
                <ProposedLine key={line.lot} line={line} test={test} label={labelOf(line.asset)}>
                  {renderFields?.(line)}
                </ProposedLine>
              ))}
          </section>
        ))}
      </div>
      <ValueTests test={test} />
      {low !== undefined && <Alert tone="attention">{low}</Alert>}
      <CollateralDoubts doubts={doubts} />
    </>
  )
}

type LineProps = { line: TestLine; test: ValueTest; label: string | null | undefined; children: ReactNode }

function ProposedLine({ line, test, label, children }: LineProps) {
  const { quantity, asset, lot, price, haircut, agreedHaircut } = line
  const { name, code } = instrumentParts(asset.identifier ?? '', label)
  return (
    <div className={styles.proposed}>
      <strong className={styles.figure}>{formatQuantity(quantity, asset.decimals)}</strong>
      <span>
        {name}
        <span className={styles.code}>{[...(code === undefined ? [] : [code]), lot].join(' · ')}</span>
      </span>
      <span className={styles.note}>{priceText(price)}</span>
      {haircut === agreedHaircut ? (
        <span className={styles.note}>{t('Substitution.haircut_value', { haircut })}</span>
      ) : (
        <strong>{t('Substitution.haircut_by_hand', { haircut, agreed: agreedHaircut })}</strong>
      )}
      {price !== null && <span>{worthText(line, test)}</span>}
      {children}
    </div>
  )
}

/** '98.5 + 0.4 · 25 Nov 2026 · close' */
export function priceText(price: TestLine['price']): string {
  if (price === null) return t('Substitution.no_price')
  const { clean, accrued, date, source } = price
  const dirty = accrued === '0' ? clean : `${clean} + ${accrued}`
  return `${dirty} · ${formatIsoDay(date)} · ${readableName(source)}`
}
