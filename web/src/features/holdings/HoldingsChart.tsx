import type { Position } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { readFailureText } from '../../lib/errorText.ts'
import { formatQuantity } from '../../lib/format.ts'
import { shownIdentifier } from '../../lib/identifiers.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { ShareBar } from '../../ui/feedback/ShareBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './HoldingsChart.module.css'

type Props = {
  queryKey: readonly unknown[]
  readAll: (signal: AbortSignal) => Promise<readonly Position[]>
  custodianKeyOf: (position: Position) => string | undefined
  custodianNameOf: (position: Position) => string
  onCustodian: (key: string | undefined) => void
  onIdentifier: (identifier: string) => void
}

/** How much of each instrument is earmarked, and how many holdings each custodian has. A click on a row filters the table. */
export default function HoldingsChart(props: Props) {
  const { queryKey, readAll, custodianKeyOf, custodianNameOf, onCustodian, onIdentifier } = props
  const { data, error } = useQuery({
    queryKey: [...queryKey, 'chart'],
    queryFn: ({ signal }) => readAll(signal),
  })
  if (error !== null) return <ErrorState {...readFailureText(error, t('Holdings.failure'))} />
  if (data === undefined) return <Skeleton width="full" />
  const instruments = sharesOf(data, ({ identifier }) => identifier)
  const custodians = sharesOf(data, custodianNameOf)
  return (
    <section className={styles.charts} aria-label={t('Holdings.chart')}>
      <table className={styles.chart}>
        <caption>{t('Holdings.by_instrument')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Holdings.identifier')}</th>
            <th scope="col">{t('Holdings.earmarked_share')}</th>
            <th scope="col">{t('Holdings.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {instruments.map(({ name, quantity, earmarked, decimals, permille }) => (
            <tr key={name}>
              <th scope="row">
                <button type="button" className={styles.name} onClick={() => onIdentifier(name)}>
                  {shownIdentifier(name)}
                </button>
              </th>
              <td>
                <span className={styles.share}>
                  <ShareBar part={earmarked} whole={quantity} />
                  {t('Holdings.percent', { percent: permille / 10 })}
                </span>
              </td>
              <td className={styles.figure}>{formatQuantity(quantity, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.chart}>
        <caption>{t('Holdings.by_custodian')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Holdings.custodian')}</th>
            <th scope="col">{t('Holdings.positions')}</th>
          </tr>
        </thead>
        <tbody>
          {custodians.map(({ name, count, first }) => (
            <tr key={name}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.name}
                  onClick={() => onCustodian(custodianKeyOf(first))}
                >
                  {name}
                </button>
              </th>
              <td className={styles.figure}>
                {t('Holdings.positions_share', { count, total: data.length })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Share = {
  name: string
  count: number
  /** In smallest units; meaningful only where all positions are of one instrument. */
  quantity: bigint
  earmarked: bigint
  decimals: number
  /** The earmarked share in thousandths. */
  permille: number
  first: Position
}

/** Positions summed by name, the largest earmarked share first. */
function sharesOf(positions: readonly Position[], nameOf: (position: Position) => string): Share[] {
  const groups = Map.groupBy(positions, nameOf)
  return [...groups]
    .flatMap(([name, group]) => {
      const [first] = group
      if (first === undefined) return []
      const quantity = sum(group, 'quantity')
      const earmarked = sum(group, 'earmarked')
      const permille = quantity === 0n ? 0 : Number((earmarked * 1000n) / quantity)
      return [{ name, count: group.length, quantity, earmarked, decimals: first.decimals, permille, first }]
    })
    .sort((one, other) => other.permille - one.permille || one.name.localeCompare(other.name, 'en'))
}

const sum = (positions: readonly Position[], column: 'quantity' | 'earmarked'): bigint =>
  positions.reduce((total, position) => total + BigInt(position[column]), 0n)
