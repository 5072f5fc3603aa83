import { readableText } from '@connex/protocol'
import type { CollateralDoubt, ValueTest } from '@connex/protocol/substitutions'
import { t } from '../../../messages/t.ts'
import { Sentences } from '../../../shared/paper/Sentences.tsx'
import { TermsPaper, type Term } from '../../../shared/paper/TermsPaper.tsx'
import { CollateralDoubts } from '../../../shared/substitution/CollateralDoubts.tsx'
import { priceText } from '../../../shared/substitution/ProposedExchange.tsx'
import styles from '../../../shared/substitution/Substitution.module.css'
import { ValueTests, worthText } from '../../../shared/substitution/ValueTests.tsx'
import { exchangeSentence, type ExchangeLeg } from './exchangeLegs.ts'

type Props = {
  legs: readonly ExchangeLeg[]
  test: ValueTest
  doubts: readonly CollateralDoubt[]
  counterparty: string
  description: string
  isUntestedAccepted: boolean
}

/** A substitution as it will be signed, with its value tests. */
export default function SubstitutionPaper(props: Props) {
  const { legs, test, doubts, counterparty } = props
  return (
    <>
      <Sentences sentences={legs.map((leg) => exchangeSentence(leg, counterparty))} />
      <div className={styles.paper}>
        <TermsPaper items={substitutionPaper(props)} />
        <ValueTests test={test} />
        <CollateralDoubts doubts={doubts} />
      </div>
    </>
  )
}

/** What the form held, as terms. */
export function substitutionPaper(props: Omit<Props, 'doubts'>): Term[] {
  const { legs, test, counterparty, description, isUntestedAccepted } = props
  return [
    { term: t('Transactions.counterparty'), value: counterparty },
    ...legs.flatMap((leg) => legTerms(leg, test)),
    ...(isUntestedAccepted && test.untested !== null
      ? [{ term: t('Substitution.tests'), value: t('Substitution.untested_accepted') }]
      : []),
    { term: t('DealForm.description'), value: readableText(description) },
  ]
}

function legTerms({ lot, what, from, line }: ExchangeLeg, test: ValueTest): Term[] {
  const leg = { value: what, isStrong: true }
  const moved =
    from === undefined
      ? { ...leg, term: t('Substitution.take_back', { lot }) }
      : { ...leg, term: t('Substitution.give', { lot }), note: t('Substitution.from', from) }
  if (line === undefined) return [moved]
  const { price, haircut, agreedHaircut } = line
  return [
    moved,
    ...(price === null
      ? []
      : [
          {
            term: t('Substitution.price_of', { lot }),
            value: priceText(price),
            note: worthText(line, test),
          },
        ]),
    ...(haircut === '0' && agreedHaircut === '0'
      ? []
      : [
          {
            term: t('Substitution.haircut_of', { lot }),
            value: `${haircut}%`,
            note: haircut === agreedHaircut ? '' : t('Substitution.by_hand', { agreed: agreedHaircut }),
          },
        ]),
  ]
}
