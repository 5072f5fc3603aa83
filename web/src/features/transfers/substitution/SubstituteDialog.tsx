import { formatQuantity as formatUnits, type Transfer } from '@connex/protocol'
import type { SendOptions, SubstitutionPreview } from '@connex/sdk'
import { custodianOf } from '../../../lib/custodians.ts'
import { shownIdentifier } from '../../../lib/identifiers.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { isPristine, typedDescriptionFault } from '../../../shared/deal/formChecks.ts'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { useReview } from '../../../shared/deal/useReview.ts'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import styles from '../../../shared/substitution/Substitution.module.css'
import { ValueTests } from '../../../shared/substitution/ValueTests.tsx'
import { CheckboxField } from '../../../ui/field/CheckboxField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { submitSubstitution, textOf } from '../shared/dealQueries.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { ExchangeColumns, type ColumnsProps } from './ExchangeColumns.tsx'
import { emptySubstitution, type SubstitutionDraft } from './substitutionForm.ts'
import { useSubstitution } from './useSubstitution.ts'

addMessages(substitution)

type Props = {
  transfer: Transfer
  prefill?: Partial<SubstitutionDraft> | undefined
  onClose: () => void
}

/** Exchanges collateral that the viewer gave: what goes out beside what comes in, with the value tests. */
export default function SubstituteDialog({ transfer, prefill, onClose }: Props) {
  const { client, custodians } = useViewer()
  const counterparty = useTenantNames()(transfer.counterpartyAddr)
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const {
    draft,
    change,
    known,
    isLoading,
    read,
    preview,
    isPreviewing,
    failure,
    refusal,
    unproposed,
    propose,
  } = useSubstitution(transfer, custodianOf(custodians, transfer), prefill)
  const { parameters, errors, hasErrors } = read
  const isReady = parameters !== undefined && preview !== undefined && preview.refusal === undefined
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
      success: ({ deliveryId: id }) => ({
        title: t('Substitution.success'),
        text: t('Substitution.success_text', { counterparty }),
        link: id && { label: t('Substitution.open'), href: `/transactions?row=${id}` },
      }),
      failure: t('Substitution.failure'),
      failureToSubmit: t('Substitution.failure'),
      onPublished: onClose,
    })
  }
  const test = preview?.test
  const isDisabled = action.isBusy || review.isReviewing
  const refused = refusal ?? preview?.refusal?.message
  return (
    <TermsDialog
      title={t('Substitution.title')}
      description={transferTitle(transfer, counterparty)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      proposal={{ proposalKey: textOf(parameters), run: isReady ? submit : undefined }}
      failure={failure ?? (review.isSubmitted && !isPreviewing ? refused : undefined)}
      hasErrors={hasErrors}
      summary={
        <Exchange
          draft={draft}
          known={known}
          isLoading={isLoading}
          errors={errors}
          test={test}
          isSubmitted={review.isSubmitted}
          isDisabled={isDisabled}
          unproposed={unproposed}
          onChange={change}
          onPropose={(id) => void propose(id)}
        />
      }
      consequences={isReady ? consequencesOf(preview, parameters.in, counterparty) : undefined}
      dryRun={dryRun}
      submit={t('Substitution.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, emptySubstitution)}
      onSubmit={() => review.advance(isReady && fourEyes === undefined, sign)}
    >
      {test?.untested != null && (
        <CheckboxField
          label={t('Substitution.accept_untested')}
          isOn={draft.isUntestedAccepted}
          disabled={isDisabled}
          onChange={(isUntestedAccepted) => change({ isUntestedAccepted })}
        />
      )}
      <TextAreaField
        label={t('DealForm.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description ?? known.description}
        error={review.isSubmitted ? errors.description : typedDescriptionFault(draft.description ?? '')}
        disabled={isDisabled}
        onChange={(description) => change({ description })}
      />
    </TermsDialog>
  )
}

/** What goes out and comes in, and how their values compare. */
const Exchange = (props: ColumnsProps) => (
  <div className={styles.exchange}>
    <ExchangeColumns {...props} />
    {props.test === undefined ? (
      <p className={styles.note}>{t('Substitution.prices_first')}</p>
    ) : (
      <ValueTests test={props.test} />
    )}
  </div>
)

/** A sentence for each direction, then what follows. */
function consequencesOf(
  { moves }: SubstitutionPreview,
  given: readonly { account: string }[],
  counterparty: string,
): Consequences {
  const firstIn = moves.length - given.length
  const legs = moves.map(({ asset, quantity, lot }, index) => {
    const what = `${formatUnits(quantity, asset.decimals)} ${shownIdentifier(asset.identifier ?? '')} (${lot})`
    const account = given[index - firstIn]?.account
    return account === undefined
      ? t('Substitution.leg_out', { what, counterparty })
      : t('Substitution.leg_in', { what, account, counterparty })
  })
  return {
    legs,
    steps: [
      { when: t('Deal.now'), text: t('Substitution.now') },
      {
        when: t('Deal.after_that'),
        text: t('Substitution.next', { counterparty }),
        notes: [t('Substitution.unchanged')],
      },
    ],
  }
}
