import type { DeliveryId, Transfer } from '@connex/protocol'
import type { SendOptions, SubstitutionPreview } from '@connex/sdk'
import { lazy, Suspense, type ComponentProps } from 'react'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { custodianOf } from '../../../lib/custodians.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { isPristine, typedDescriptionFault } from '../../../shared/deal/formChecks.ts'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { useAccountNames } from '../../../shared/desk/accountNames.ts'
import { useReview } from '../../../shared/deal/useReview.ts'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { CollateralDoubts } from '../../../shared/substitution/CollateralDoubts.tsx'
import styles from '../../../shared/substitution/Substitution.module.css'
import { ValueTests } from '../../../shared/substitution/ValueTests.tsx'
import { CheckboxField } from '../../../ui/field/CheckboxField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { submitSubstitution, textOf } from '../shared/dealQueries.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { ExchangeColumns, type ColumnsProps } from './ExchangeColumns.tsx'
import { exchangeConsequences, exchangeLegs } from './exchangeLegs.ts'
import { PriceFile } from './PriceFields.tsx'
import { emptySubstitution, type SubstitutionDraft } from './substitutionForm.ts'
import { useConsent } from './useConsent.ts'
import { useSubstitution } from './useSubstitution.ts'

addMessages(substitution)

const ConsentDialog = lazy(() => importWithRetry(() => import('./ConsentDialog.tsx')))
const SubstitutionPaper = lazy(() => importWithRetry(() => import('./SubstitutionPaper.tsx')))
const Paper = (props: ComponentProps<typeof SubstitutionPaper>) => (
  <Suspense fallback={null}>
    <SubstitutionPaper {...props} />
  </Suspense>
)

type Props = {
  transfer: Transfer
  prefill?: Partial<SubstitutionDraft> | undefined
  onClose: () => void
}

/** Exchanges collateral that the viewer gave; where the terms want the holder's consent, once it has agreed. */
export default function SubstituteDialog(props: Props) {
  const { deal, agreed } = useConsent(props.transfer)
  const isMissing = agreed !== undefined && agreed !== null && agreed.size === 0
  if (deal === undefined || !isMissing) return <ExchangeDialog {...props} />
  return (
    <Suspense fallback={null}>
      <ConsentDialog transfer={props.transfer} deal={deal} onClose={props.onClose} />
    </Suspense>
  )
}

/** What goes out beside what comes in, with the value tests. */
function ExchangeDialog({ transfer, prefill, onClose }: Props) {
  const { client, custodians } = useViewer()
  const counterparty = useTenantNames()(transfer.counterpartyAddr)
  const keepers = { custodians, accountName: useAccountNames() }
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const {
    draft,
    change,
    known,
    isLoading,
    isReading,
    read,
    preview,
    isOutdated,
    failure,
    refusal,
    unproposed,
    propose,
  } = useSubstitution(transfer, custodianOf(custodians, transfer), prefill)
  const { parameters, errors, hasErrors } = read
  const isReady = parameters !== undefined && preview !== undefined && preview.refusal === undefined
  const exchange = isReady
    ? {
        legs: exchangeLegs({ preview, incoming: parameters.in, positions: known.positions, ...keepers }),
        test: preview.test,
        doubts: preview.doubts,
        counterparty,
        description: parameters.description ?? '',
        isUntestedAccepted: draft.isUntestedAccepted,
      }
    : undefined
  const hasPaper = review.isReviewing && exchange !== undefined && !isOutdated
  const submit = parameters && ((options: SendOptions) => submitSubstitution(client, parameters, options))
  const dryRun = useDryRun(
    ['substitution', textOf(parameters)],
    review.isReviewing && isReady && fourEyes === undefined ? submit : undefined,
    action.clearFailure,
  )
  const sign = () => {
    if (submit === undefined) return
    void action.start({
      run: submit,
      dryRun,
      title: t('Substitution.sending', { counterparty }),
      success: ({ deliveryId }) => createdText(deliveryId, counterparty),
      failure: t('Substitution.failure'),
      onPublished: onClose,
    })
  }
  const isDisabled = action.isBusy || review.isReviewing
  return (
    <TermsDialog
      title={t('Substitution.title')}
      description={transferTitle(transfer, counterparty)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      proposal={{ proposalKey: textOf(parameters), run: isReady ? submit : undefined }}
      failure={failure ?? (review.isSubmitted ? refusal : undefined)}
      hasErrors={hasErrors}
      isReading={isReading}
      summary={
        !hasPaper && (
          <Exchange
            draft={draft}
            known={known}
            isLoading={isLoading}
            errors={errors}
            test={preview?.test}
            doubts={preview?.doubts ?? []}
            isSubmitted={review.isSubmitted}
            isDisabled={isDisabled}
            unproposed={unproposed}
            onChange={change}
            onPropose={(id) => void propose(id)}
          />
        )
      }
      consequences={exchange && exchangeConsequences(exchange.legs, counterparty, hasPaper)}
      paper={hasPaper ? <Paper {...exchange} /> : undefined}
      dryRun={dryRun}
      submit={t('Substitution.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, emptySubstitution)}
      onSubmit={() => review.advance(isReady && fourEyes === undefined, sign)}
    >
      <Remaining
        draft={draft}
        test={preview?.test}
        description={known.description}
        error={review.isSubmitted ? errors.description : typedDescriptionFault(draft.description ?? '')}
        isDisabled={isDisabled}
        onChange={change}
      />
    </TermsDialog>
  )
}

const createdText = (id: DeliveryId | undefined, counterparty: string) => ({
  title: t('Substitution.success'),
  text: t('Substitution.success_text', { counterparty }),
  link: id && { label: t('Substitution.open'), href: `/transactions?row=${id}` },
})

/** What goes out and comes in, how their values compare, and what is in doubt. */
const Exchange = ({ doubts, ...props }: ColumnsProps & Pick<SubstitutionPreview, 'doubts'>) => (
  <div className={styles.exchange}>
    {!props.isDisabled && (
      <PriceFile
        file={props.draft.priceFile}
        instruments={props.known.instruments}
        onChoose={(priceFile) => props.onChange({ priceFile })}
      />
    )}
    <ExchangeColumns {...props} />
    {props.test === undefined ? (
      <p className={styles.note}>{t('Substitution.prices_first')}</p>
    ) : (
      <ValueTests test={props.test} />
    )}
    <CollateralDoubts doubts={doubts} />
  </div>
)

type RemainingProps = Pick<ColumnsProps, 'draft' | 'test' | 'isDisabled' | 'onChange'> & {
  /** While nobody has typed one. */
  description: string
  error: string | undefined
}

/** The fields below the exchange. */
const Remaining = ({ draft, test, description, error, isDisabled, onChange }: RemainingProps) => (
  <>
    {test?.untested != null && (
      <CheckboxField
        label={t('Substitution.accept_untested')}
        isOn={draft.isUntestedAccepted}
        disabled={isDisabled}
        onChange={(isUntestedAccepted) => onChange({ isUntestedAccepted })}
      />
    )}
    <TextAreaField
      label={t('DealForm.description')}
      hint={t('DealForm.description_hint')}
      value={draft.description ?? description}
      error={error}
      disabled={isDisabled}
      onChange={(text) => onChange({ description: text })}
    />
  </>
)
