import { cashOf, instrumentText } from '@connex/protocol'
import { decisiveText, type Comparison, type TestLine, type ValueTest } from '@connex/protocol/substitutions'
import { formatCash, listText } from '../../lib/format.ts'
import { instrumentName } from '../../lib/identifiers.ts'
import { useAssetLabels } from '../../lib/instruments.ts'
import { substitution } from '../../messages/en/substitution.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import styles from './Substitution.module.css'

addMessages(substitution)

const money = (cents: bigint, { currency }: Pick<ValueTest, 'currency'>): string =>
  formatCash(cashOf(cents), currency ?? '')

/** Both value tests: what goes out, what comes in, the difference; and what the deal's cover becomes. */
export function ValueTests({ test }: { test: ValueTest }) {
  const labelOf = useAssetLabels(test.lines.map(({ asset }) => asset))
  const nameOf = (shown: string) => {
    const asset = test.lines.find(
      (line) => instrumentText(line.asset.identifier ?? '', line.asset.label) === shown,
    )?.asset
    return asset === undefined ? shown : instrumentName(asset.identifier ?? '', labelOf(asset))
  }
  const { untested, exposure, market, coverage, decisive } = test
  return (
    <section className={styles.tests} aria-label={t('Substitution.tests')}>
      {market !== null && coverage !== null && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Substitution.tests')}</th>
              <th scope="col">{t('Substitution.sum_out')}</th>
              <th scope="col">{t('Substitution.sum_in')}</th>
              <th scope="col">{t('Substitution.difference')}</th>
            </tr>
          </thead>
          <tbody>
            <TestRow
              label={t('Substitution.market')}
              isDecisive={decisive === 'market'}
              of={market}
              test={test}
            />
            <TestRow
              label={t('Substitution.coverage')}
              isDecisive={decisive === 'coverage'}
              of={coverage}
              test={test}
            />
          </tbody>
        </table>
      )}
      {exposure !== null && (
        <p>
          {t('Substitution.after', {
            before: coverText(exposure.before, test),
            after: coverText(exposure.after, test),
          })}
        </p>
      )}
      {untested !== null && (
        <Alert tone="attention">
          {t(`Substitution.untested_${untested.code}`, { assets: listText(untested.assets.map(nameOf)) })}
        </Alert>
      )}
    </section>
  )
}

function coverText(uncovered: bigint, test: ValueTest): string {
  return uncovered > 0n
    ? t('Substitution.uncovered', { amount: money(uncovered, test) })
    : t('Substitution.covered', { amount: money(-uncovered, test) })
}

type RowProps = { label: string; isDecisive: boolean; of: Comparison; test: ValueTest }

function TestRow({ label, isDecisive, of, test }: RowProps) {
  const difference = of.in - of.out
  const isShort = of.shortBy > 0n
  return (
    <tr>
      <th scope="row">
        {label}
        <span className={styles.note}>{isDecisive ? decisiveText(test) : t('Substitution.warns')}</span>
      </th>
      <td data-label={t('Substitution.sum_out')}>{money(of.out, test)}</td>
      <td data-label={t('Substitution.sum_in')}>{money(of.in, test)}</td>
      <td
        className={styles.difference}
        data-label={t('Substitution.difference')}
        data-short={isShort || undefined}
      >
        {isShort
          ? `−${money(of.shortBy, test)}`
          : `${difference < 0n ? '−' : '+'}${money(difference < 0n ? -difference : difference, test)}`}
      </td>
    </tr>
  )
}

/** What a line is worth: 'EUR 4,955,000.00, EUR 4,905,450.00 after the haircut' */
export function worthText({ value, adjusted, haircut }: TestLine, test: ValueTest): string {
  if (value === null || adjusted === null) return t('Substitution.no_price')
  const worth = money(value, test)
  return haircut === '0'
    ? t('Substitution.worth', { value: worth })
    : t('Substitution.worth_after', { value: worth, adjusted: money(adjusted, test) })
}

/** Why a proposed exchange gives too little; undefined where it does not. At one's own prices, of either test. */
export function lowValueText(test: ValueTest, isAtOwnPrices: boolean): string | undefined {
  const { market, decisive } = test
  const [ofMarket, ofDecisive] = [market, test[decisive]].map((compared) => compared?.shortBy ?? 0n)
  if (!isAtOwnPrices) return ofDecisive ? t('Substitution.low_text') : undefined
  if (ofMarket) return t('Substitution.low_own', { amount: money(ofMarket, test) })
  return ofDecisive ? t('Substitution.low_own_after', { amount: money(ofDecisive, test) }) : undefined
}
