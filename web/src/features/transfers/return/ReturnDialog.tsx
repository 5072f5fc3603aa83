import type { Transfer } from '@connex/protocol'
import type { SendOptions } from '@connex/sdk'
import { lazy, Suspense, useState } from 'react'
import { suspensionOf } from '../../../shared/deal/AssetDraft.ts'
import { isPristine } from '../../../shared/deal/formChecks.ts'
import type { Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useReview } from '../../../shared/deal/useReview.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { nextSteps } from '../../../messages/en/nextSteps.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { transferConsequences } from '../create/transferConsequences.ts'
import { submitReturn } from '../shared/dealQueries.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { ReturnFields } from './ReturnFields.tsx'
import { checkReturn, type ReturnDraft, type ReturnTerms } from './returnForm.ts'
import type { ProposedParts } from './returnQuantities.ts'
import { useReturnAccounts, type ReturnAccount } from './useReturnAccounts.ts'
import { useInitialDraft, useOpeningDetails, useReturnProposal } from './useReturnProposal.ts'

const ReturnPaper = lazy(() => importWithRetry(() => import('./ReturnPaper.tsx')))

// The labels of the account fields.
addMessages(nextSteps)
addMessages(transferForms)
addMessages(returnForm)

type Props = {
  transfer: Transfer
  prefill?: Partial<ReturnDraft> | undefined
  parts?: ProposedParts | undefined
  onClose: () => void
}

/** Returns a repo or a loan, or a part of it, with a transfer of its own. */
export default function ReturnDialog({ transfer: opening, prefill = {}, parts, onClose }: Props) {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const { details, isClosed, failure, isReading } = useOpeningDetails(opening)
  const counterparty = nameOf(opening.counterpartyAddr)
  const initialDraft = useInitialDraft(opening, details)
  const [changes, setChanges] = useState<Partial<ReturnDraft>>(prefill)
  const typed = { ...initialDraft, ...changes }
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const proposed = useReturnProposal(opening, typed, {
    isReturnable: details !== undefined && !isClosed,
    isNamed: changes.description !== undefined,
    parts,
  })
  const { draft, isPart, quantityErrors, proposal, refusal, isAtQuantity } = proposed
  const accounts = useReturnAccounts(proposed.moves, draft)
  const payment = proposal?.payment
  const { errors, terms: complete } = checkReturn({ opening, details, moves: accounts, payment }, draft)
  const faults = { ...errors, ...quantityErrors }
  const terms = proposal === undefined || refusal !== undefined ? undefined : complete
  const parameters = terms && {
    ...proposed.parameters,
    lotAccounts: Object.fromEntries(terms.moves.map((one) => [one.lot, one.terms.account])),
    description: terms.description,
    ...(terms.repo && { repurchaseDate: draft.repurchaseDate, valueDate: terms.valueDate }),
  }
  const submit = parameters && ((options: SendOptions) => submitReturn(client, parameters, options))
  const dryRun = useDryRun(
    ['return', opening.deliveryId, JSON.stringify(draft)],
    review.isReviewing && fourEyes === undefined ? submit : undefined,
    action.clearFailure,
  )
  const sign = () => {
    if (submit === undefined) return
    void action.start({
      run: submit,
      dryRun,
      title: t('ReturnForm.sending', { counterparty }),
      success: ({ deliveryId: id }) => ({
        title: t(isPart ? 'ReturnForm.part_success' : 'ReturnForm.success'),
        text: t('TransferForm.success_text', { counterparty }),
        link: id && { label: t('TransferForm.open'), href: `/transactions?row=${id}` },
      }),
      failure: t('ReturnForm.failure'),
      failureToSubmit: t('TransferForm.submit_failure'),
      onPublished: onClose,
    })
  }
  const canGoOn = terms !== undefined && !isClosed && fourEyes === undefined
  return (
    <TermsDialog
      title={t(isPart ? 'ReturnForm.part_title' : 'ReturnForm.title')}
      description={transferTitle(opening, counterparty)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      proposal={{ proposalKey: JSON.stringify(draft), run: isClosed ? undefined : submit }}
      failure={
        failure ??
        (isAtQuantity && !review.isReviewing ? undefined : refusal) ??
        suspensionOf(accounts.map(({ limits }) => limits))
      }
      hasErrors={Object.keys(faults).length > 0}
      isReading={isReading || proposed.isLoading || accounts.some(({ choices }) => choices.isReading)}
      consequences={terms && consequencesOf(terms, accounts, counterparty, review.isReviewing)}
      paper={
        terms && (
          <Suspense fallback={null}>
            <ReturnPaper {...{ terms, accounts, counterparty, payment, isPart }} />
          </Suspense>
        )
      }
      dryRun={dryRun}
      submit={t('TransferForm.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, initialDraft)}
      onSubmit={() => review.advance(canGoOn, sign)}
    >
      <ReturnFields
        {...proposed}
        errors={errors}
        accounts={accounts}
        counterparty={counterparty}
        currency={details?.repo && opening.cashCurrency}
        isSubmitted={review.isSubmitted}
        isDisabled={action.isBusy || review.isReviewing}
        onChange={(part) => setChanges((previous) => ({ ...previous, ...part }))}
        onLeave={onClose}
      />
    </TermsDialog>
  )
}

/** The paper has the sentences of the legs. */
function consequencesOf(
  terms: ReturnTerms,
  accounts: readonly ReturnAccount[],
  counterparty: string,
  hasPaper: boolean,
): Consequences {
  const consequences = transferConsequences(terms, {
    custodians: [...new Set(accounts.map(({ custodian }) => custodian))],
    counterparty,
    legs: terms.moves.flatMap(({ lot, key, terms: asset }) =>
      accounts.filter(({ move }) => move.lot === lot).map(({ choices }) => ({ key, asset, choices })),
    ),
    isClosing: true,
  })
  return hasPaper ? { ...consequences, legs: [] } : consequences
}
