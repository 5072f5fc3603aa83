import type { Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { priceText, ProposedExchange } from '../../../shared/substitution/ProposedExchange.tsx'
import styles from '../../../shared/substitution/Substitution.module.css'
import { Alert } from '../../../ui/status/Alert.tsx'
import { substitutionDoubtsQuery, substitutionTestQuery } from '../shared/dealQueries.ts'
import { readPrices, withFile, type ChosenPrices, type PriceDrafts } from '../substitution/priceDrafts.ts'
import { PriceFields, PriceFile } from '../substitution/PriceFields.tsx'

type Props = {
  transfer: Transfer
  isDisabled: boolean
  /** What any other event has in place of the exchange. */
  legs: ReactNode
  /** What follows: it waits until nothing above it grows any more, or an open list would be pushed out of sight. */
  children: ReactNode
}

/** Of a substitution: all that goes out and comes in, and the value tests, computed here at the quoted prices or the viewer's own. */
export default function SubstitutionTerms({ transfer, isDisabled, legs, children }: Props) {
  const { client } = useViewer()
  const [typed, setTyped] = useState<PriceDrafts>({})
  const [file, setFile] = useState<ChosenPrices | null>(null)
  const { data: quoted, isPending } = useQuery(substitutionTestQuery(client, transfer))
  const instruments = (quoted?.lines ?? []).map(({ asset }) => asset)
  const drafts = withFile(typed, file, instruments)
  const { quoted: prices, errors } = readPrices(drafts)
  const doubts = useQuery(substitutionDoubtsQuery(client, transfer))
  const { data: own, error, isPlaceholderData } = useQuery(substitutionTestQuery(client, transfer, prices))
  const failure = error ?? doubts.error
  if (quoted == null)
    return (
      <>
        {legs}
        {!isPending && children}
      </>
    )
  const quotedPriceOf = (lot: string) => quoted.lines.find((line) => line.lot === lot)?.price ?? null
  const isOwn = (instrument: string | null) => prices.some(({ instrumentId }) => instrumentId === instrument)
  return (
    <>
      <p className={styles.note}>{t('Substitution.own_prices')}</p>
      {!isDisabled && <PriceFile file={file} instruments={instruments} onChoose={setFile} />}
      <ProposedExchange
        test={own ?? quoted}
        doubts={doubts.data ?? []}
        isAtOwnPrices={prices.length > 0 && !isPlaceholderData}
        renderFields={({ lot, asset: { instrumentId } }) => (
          <>
            {isOwn(instrumentId) && (
              <span className={styles.note}>
                {t('Substitution.quoted', { price: priceText(quotedPriceOf(lot)) })}
              </span>
            )}
            <PriceFields
              name={lot}
              instrument={instrumentId}
              prices={drafts}
              errors={errors}
              isDisabled={isDisabled}
              isOptional
              labels={{ clean: t('Substitution.own_price'), accrued: t('Substitution.own_accrued') }}
              onChange={(instrument, price) => setTyped({ ...typed, [instrument]: price })}
            />
          </>
        )}
      />
      {failure !== null && <Alert tone="danger">{causeOf(failure)}</Alert>}
      {children}
    </>
  )
}
